// Names and keys that the theme leaves out for those who do not see or point; it makes parts of a page later.
const mend = () => {
  document.querySelector(".md-search")?.setAttribute("aria-label", "Search");
  document.querySelectorAll("pre > code:not([tabindex]), .md-typeset__scrollwrap:not([tabindex])").forEach((one) => (one.tabIndex = 0));
  document.querySelectorAll(".md-code__nav:not([aria-label])").forEach((bar, number) => bar.setAttribute("aria-label", `Code ${number + 1}`));
};
mend();
new MutationObserver(mend).observe(document.body, { childList: true, subtree: true });
