// Draws a page light or dark as its reader chose, before it is shown; without a choice, as the system is.
"use strict";
(() => {
  const stored = () => {
    try {
      return localStorage;
    } catch {
      return {}; // a browser that keeps nothing
    }
  };
  const asks = /\(prefers-color-scheme: ?(light|dark)\)/;
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  const kept = rules.filter((rule) => asks.test(rule.media?.mediaText)).map(({ media }) => [media, media.mediaText]);
  const draw = (theme) => {
    document.documentElement.style.colorScheme = theme;
    const answer = (_, asked) => (asked === theme ? "(min-width: 0px)" : "(max-width: 0px)");
    kept.forEach(([media, text]) => (media.mediaText = theme ? text.replace(asks, answer) : text));
  };
  draw(stored().theme || "");
  addEventListener("DOMContentLoaded", () => {
    const choice = document.getElementById("theme");
    if (!choice) return;
    choice.value = stored().theme || "";
    choice.addEventListener("change", () => {
      stored().theme = choice.value;
      draw(choice.value);
    });
  });
})();
