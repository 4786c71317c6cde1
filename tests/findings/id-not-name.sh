mkdir -p "$SPLITPICK_HOME/rulesets/storm" && cd "$SPLITPICK_HOME/rulesets/storm"
cat > stormy.yaml <<END
format: 1
id: storm
name: {en: Storm, de: Sturm}
extends: jolly-roger/advanced
END
splitpick rulesets check stormy
