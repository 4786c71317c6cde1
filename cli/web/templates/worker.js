// Leads from a notification to the table that it is about.
"use strict";
addEventListener("notificationclick", (event) => {
  event.notification.close();
  const about = event.notification.data;
  const find = async () => {
    const all = await clients.matchAll({ type: "window", includeUncontrolled: true });
    const page = all.find((one) => one.url === about);
    return page ? page.focus() : clients.openWindow(about);
  };
  event.waitUntil(find());
});
