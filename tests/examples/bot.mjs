#!/usr/bin/env node
// A bot that plays at random: splitpick play --seat roger=process:tests/examples/bot.mjs
import { createInterface } from "node:readline";

for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line);
  const answer = { type: asked.type, id: asked.id };
  if (asked.type === "hello") Object.assign(answer, { version: 1, name: "random bot in JavaScript" });
  else if (asked.type === "choose") answer.action = asked.legal[Math.floor(Math.random() * asked.legal.length)];
  else if ("id" in asked && asked.type !== "error") Object.assign(answer, { type: "error", code: "unknown-type" });
  else continue; // over, quit, error: nobody waits for an answer
  console.log(JSON.stringify(answer));
}
