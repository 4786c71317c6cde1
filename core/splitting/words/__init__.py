"""Words for offers: rules text, the log, what lies in play, and the fairness of splits."""
