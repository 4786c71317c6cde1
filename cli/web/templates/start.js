// What goes on around a match: links to copy and to share, a file to import.
"use strict";
(() => {
  document.querySelectorAll(".js").forEach((one) => (one.hidden = false));
  // Nothing is to be changed until another language is chosen.
  for (const select of document.querySelectorAll("header select[name=lang]")) {
    const button = select.form.querySelector("button");
    const check = () => (button.hidden = select.selectedOptions[0].defaultSelected);
    select.addEventListener("change", check);
    check();
  }
  if (navigator.share) document.querySelectorAll(".share").forEach((one) => (one.hidden = false));
  // Whoever has a start page finds back to it; its address is known to nobody else.
  const start = document.getElementById("to-start");
  try {
    if (document.querySelector(".games")) localStorage.setItem("start", location.pathname);
    if (start && localStorage.getItem("start")) Object.assign(start, { href: localStorage.getItem("start"), hidden: false });
  } catch {} // a browser may keep nothing
  const record = document.getElementById("record");
  document.getElementById("file")?.addEventListener("change", async (event) => {
    const [file] = event.target.files;
    if (file) record.value = await file.text();
  });
  // A page that is not encrypted has no clipboard of its own: there the link is selected.
  const copy = async (button) => {
    const link = button.closest("dd").querySelector("a");
    getSelection().selectAllChildren(link);
    try {
      if (navigator.clipboard) await navigator.clipboard.writeText(button.dataset.copy);
      else if (!document.execCommand("copy")) return;
    } catch {
      return;
    }
    const said = button.innerHTML;
    if (said === button.dataset.done) return;
    button.textContent = button.dataset.done;
    setTimeout(() => (button.innerHTML = said), 2000);
  };
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-copy],[data-share]");
    if (!button) return;
    if (button.dataset.copy) copy(button);
    else navigator.share({ title: document.title, url: button.dataset.share }).catch(() => {});
  });
  // The invitation names those who have come, and goes away once everybody has.
  const invite = document.querySelector("header details.invite");
  const page = document.getElementById("page");
  if (invite && page) {
    const all = () => [...page.querySelectorAll(".seats-list li[data-seat]:not(.onlookers)")];
    const came = () => all().length > 1 && all().every((one) => one.classList.contains("connected"));
    new MutationObserver(() => {
      if (invite.open && came()) invite.open = false;
      invite.querySelectorAll("[data-at]").forEach((one) => {
        const name = page.querySelector(`.seats-list li[data-seat="${one.dataset.at}"]:not(.onlookers) strong`);
        if (name) one.textContent = name.textContent;
      });
    }).observe(page, { subtree: true, childList: true, attributeFilter: ["class"] });
  }
})();
