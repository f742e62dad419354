"use strict";
/* script.js: draws the charts of `remora report --html` from the data in the page. No library, no network. */
const data = JSON.parse(document.getElementById("data").textContent);
const at = id => document.getElementById(id);
const FILTERS = ["op", "dtype", "device"];
const STATES = {
  "met": ["--met", "at its bar"],
  "at limit": ["--limit", "at what instructions allow"],
  "exp/log": ["--instr", "instructions bind"],
  "MISSED": ["--missed", "below its bar"],
  "-": ["--none", "no yardstick"]
};
const color = name => `var(${name})`;
const stateOf = cell => STATES[cell.bar] || STATES["-"];

/* ---- numbers ---- */

const median = list => {
  const sorted = [...list].sort((a, b) => a - b), n = sorted.length;
  return n ? (sorted[(n - 1) >> 1] + sorted[n >> 1]) / 2 : 0;
};
const rate = cell => cell.bytes / cell.seconds;
const scaled = (value, units, step) => {
  let i = 0;
  while (value >= step && i < units.length - 1) value /= step, i++;
  return `${value < 10 ? +value.toFixed(2) : value < 100 ? +value.toFixed(1) : Math.round(value)} ${units[i]}`;
};
const bytesText = n => scaled(n, ["B", "KiB", "MiB", "GiB", "TiB"], 1024);
const rateText = n => scaled(n, ["B/s", "kB/s", "MB/s", "GB/s", "TB/s"], 1000);
const timeText = s => scaled(s * 1e9, ["ns", "us", "ms", "s"], 1000);
const countText = n => n >= 1048576 && n % 1048576 === 0 ? n / 1048576 + "M" :
  n >= 1024 && n % 1024 === 0                            ? n / 1024 + "K" :
                                                           "" + n;
const unique = list => [...new Set(list)];
const groupBy = (list, key) => {
  const groups = new Map();
  for (const item of list) {
    const k = key(item);
    if (!groups.has(k)) groups.set(k, []);
    groups.get(k).push(item);
  }
  return groups;
};

/* ---- elements ---- */

const element = (name, attributes = {}, ...children) => {
  const svg = ["svg", "g", "line", "circle", "rect", "text", "path"].includes(name);
  const node = svg ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
};
const line = (x1, y1, x2, y2, stroke, more = {}) => element("line", {x1, y1, x2, y2, stroke: color(stroke), ...more});
const label = (x, y, text, anchor = "start", more = {}) =>
  element("text", {x, y, "text-anchor": anchor, ...more}, text);
const legend = (id, items) => at(id).replaceChildren(
  ...items.map(([stroke, text]) => element("span", {}, element("i", {style: `background:${color(stroke)}`}), text)));

const tip = at("tip");
const withTip = (node, text) => {
  node.addEventListener("mousemove", event => {
    tip.textContent = text;
    tip.style.display = "block";
    tip.style.left = Math.min(event.clientX + 14, innerWidth - tip.offsetWidth - 8) + "px";
    tip.style.top = Math.min(event.clientY + 14, innerHeight - tip.offsetHeight - 8) + "px";
  });
  node.addEventListener("mouseleave", () => {
    tip.style.display = "none";
  });
  return node;
};
/* What the op reaches in a cache, in shares of a copy; where it was looked for in vain, why. */
const limitText = cell => cell.limit ? `instructions allow ${cell.limit.toFixed(2)}` :
  cell.limitWhy                      ? `no limit: ${cell.limitWhy}` :
                                       "";
const tipOf = cell => [cell.problem, cell.device,
                       `${rateText(rate(cell))}, ${timeText(cell.seconds)}` +
                         (cell.share ? `, ${cell.share.toFixed(2)} of a copy` : ""),
                       limitText(cell) || (cell.binds === "instructions" ? "instructions bind" : ""), cell.sku]
                        .filter(Boolean)
                        .join("\n");

/* The line that explains a cell, where it was measured. */
const explainText = item => {
  const kind = (item.device || "").split(/[ :]/)[0];
  return `remora explain '${item.problem}'` + (kind === "cuda" || kind === "opencl" ? ` --on ${kind}` : "");
};
const copyButton = text => {
  const button = element("button", {type: "button", title: text}, "copy");
  button.addEventListener("click", () => {
    const done = () => {
      button.textContent = "copied";
      setTimeout(() => {
        button.textContent = "copy";
      }, 1200);
    };
    if (navigator.clipboard)
      navigator.clipboard.writeText(text).then(done, () => prompt("Copy:", text));
    else
      prompt("Copy:", text);
  });
  return button;
};

/* Hides a section that has nothing to show, and what it showed before. */
const hide = (id, empty) => {
  at(id).hidden = empty;
  if (empty)
    for (const part of at(id).querySelectorAll("div")) part.replaceChildren();
  return empty;
};

/* heads: ["name", is a number]; rows of texts or nodes. */
const table = (heads, rows) => element(
  "div", {class: "scroll"},
  element(
    "table", {},
    element(
      "thead", {},
      element("tr", {}, ...heads.map(([name, number]) => element("th", number ? {class: "number"} : {}, name)))),
    element(
      "tbody", {},
      ...rows.map(
        row =>
          element("tr", {}, ...row.map((value, i) => element("td", heads[i][1] ? {class: "number"} : {}, value)))))));
/* The share as a bar; pale, what instructions allow beyond it. */
const barPart = (cell, share, name) => element(
  "i",
  {class: name, style: `width:${Math.max(0, Math.min(share, 1.2)) * 60}px;background:${color(stateOf(cell)[0])}`});
const shareBar = cell => element(
  "span", {class: "share"}, barPart(cell, cell.share, "bar"),
  barPart(cell, Math.min(cell.limit, 1.2) - cell.share, "bar allowed"), cell.share ? cell.share.toFixed(2) : "-");
const limitCell = cell =>
  withTip(element("span", {}, cell.limit ? cell.limit.toFixed(2) : "-"), limitText(cell) || "not measured");

/* ---- filters ---- */

const deviceOf = item => item.device.split(" ")[0];
const peerMatches = (peer, wanted) => (!wanted.op || peer.problem.split(" ")[0] === wanted.op) &&
  (!wanted.dtype || new RegExp(`\\b${wanted.dtype}\\[`).test(peer.problem)) &&
  (!wanted.device || wanted.device.includes(peer.device) || peer.device.includes(wanted.device) ||
   (deviceOf(peer) === "cpu" && wanted.device.startsWith("cpu") &&
    wanted.device.includes(` ${peer.threads} thread`)));
const readFilters = () => Object.fromEntries(FILTERS.map(key => [key, at(key).value]));
const matches = (cell, wanted) => FILTERS.every(key => !wanted[key] || cell[key] === wanted[key]);

const fillFilters = () => {
  const opsOfPeers = data.peers.map(peer => peer.problem.split(" ")[0]);
  const values = {
    op: unique(data.cells.map(cell => cell.op).concat(opsOfPeers)),
    dtype: unique(data.cells.map(cell => cell.dtype)),
    device: unique(data.cells.map(cell => cell.device))
  };
  for (const key of FILTERS)
    at(key).replaceChildren(
      element("option", {value: ""}, "all"),
      ...values[key].filter(Boolean).map(value => element("option", {value}, value)));
};

/* ---- against memory ---- */

/* What a copy reaches: from the cells large enough not to lie in a cache, else from all. */
const copyRate = cells => {
  const known = cells.filter(cell => cell.share > 0), large = known.filter(cell => cell.bytes >= 32 << 20);
  return median((large.length ? large : known).map(cell => rate(cell) / cell.share));
};

const powers = (low, high, base) => {
  const list = [];
  for (let p = Math.ceil(Math.log(low) / Math.log(base)); base ** p <= high; p++) list.push(base ** p);
  return list;
};

const roofScale = cells => {
  const sizes = cells.map(cell => cell.bytes), rates = cells.map(rate);
  const limits = [...groupBy(cells, cell => cell.device)]
                   .map(([device, group]) => [device, copyRate(group)])
                   .filter(pair => pair[1] > 0);
  const all = rates.concat(limits.map(pair => pair[1]));
  return {
    x0: Math.min(...sizes) / 1.5,
    x1: Math.max(...sizes) * 1.5,
    y0: Math.min(...all) / 1.4,
    y1: Math.max(...all) * 1.4,
    limits
  };
};

const drawRoof = cells => {
  if (hide("roof", !cells.length)) return;
  const W = 1100, H = 420, L = 74, B = 34, s = roofScale(cells);
  const x = v => L + (W - L - 10) * Math.log(v / s.x0) / Math.log(s.x1 / s.x0);
  const y = v => H - B - (H - B - 14) * Math.log(v / s.y0) / Math.log(s.y1 / s.y0);
  const svg = element("svg", {viewBox: `0 0 ${W} ${H}`, role: "img", "aria-label": "bytes per second against size"});
  const wide = s.x1 / s.x0, steps = powers(s.x0, s.x1, wide > 4096 ? 16 : wide > 64 ? 4 : 2);
  for (const v of steps)
    svg.append(line(x(v), 14, x(v), H - B, "--grid"), label(x(v), H - B + 18, bytesText(v), "middle"));
  for (const p of powers(s.y0 / 10, s.y1, 10))
    for (const v of (s.y1 / s.y0 > 8 ? [1, 2, 5] : [1, 1.5, 2, 3, 4, 5, 7]).map(step => step * p))
      if (v >= s.y0 && v <= s.y1)
        svg.append(line(L, y(v), W - 10, y(v), "--grid"), label(L - 8, y(v) + 4, rateText(v), "end"));
  for (const cell of cells)
    svg.append(withTip(
      element(
        "circle", {cx: x(cell.bytes), cy: y(rate(cell)), r: 4, fill: color(stateOf(cell)[0]), "fill-opacity": .75}),
      tipOf(cell)));
  s.limits.slice(0, 6).forEach(
    ([device, limit]) => svg.append(
      line(L, y(limit), W - 10, y(limit), "--limit", {"stroke-width": 2, "stroke-dasharray": "7 4"}),
      label(L + 8, y(limit) - 6, `copy, ${device}: ${rateText(limit)}`, "start", {class: "strong"})));
  at("roof-chart").replaceChildren(svg);
  legend(
    "roof-legend",
    Object.entries(STATES).filter(([bar]) => cells.some(cell => stateOf(cell) === STATES[bar])).map(([
                                                                                                      , state
                                                                                                    ]) => state));
};

/* ---- cliffs ---- */

const SHORT = 20e-6;
/* The share of a copy; else of the op's best among cells that move about as many bytes or more. */
const heatOf = (cell, group) => {
  if (cell.share > 0) return cell.share;
  if (cell.seconds < SHORT) return NaN;
  const like = group.filter(other => other.bytes >= .7 * cell.bytes && other.seconds >= SHORT).map(rate);
  return like.length ? rate(cell) / Math.max(...like) : NaN;
};

const drawMap = (name, group) => {
  const up = (a, b) => a - b, size = 24, L = 54, T = 34;
  const outers = unique(group.map(cell => cell.outer)).sort(up), extents = unique(group.map(cell => cell.n)).sort(up);
  const inners = unique(group.map(cell => cell.inner)).sort(up), W = L + extents.length * (inners.length * size + 8);
  const svg = element("svg", {
    viewBox: `0 0 ${W} ${T + outers.length * size + 18}`,
    style: `max-width:${W}px`,
    role: "img",
    "aria-label": name
  });
  const left = cell => L + extents.indexOf(cell.n) * (inners.length * size + 8) + inners.indexOf(cell.inner) * size;
  extents.forEach(
    (n, i) =>
      svg.append(label(L + i * (inners.length * size + 8), 12, `n = ${countText(n)}`, "start", {class: "strong"})));
  extents.forEach(
    n => inners.forEach(
      inner =>
        svg.append(label(left({n, inner}) + size / 2, T - 6, countText(inner), "middle", {style: "font-size:9px"}))));
  outers.forEach((outer, row) => svg.append(label(L - 6, T + row * size + 16, countText(outer), "end")));
  svg.append(label(L - 6, T - 6, "outer \\ inner", "end", {style: "font-size:8px"}));
  for (const cell of group) {
    const heat = heatOf(cell, group), cliff = heat < .5;
    svg.append(withTip(
      element("rect", {
        x: left(cell) + 1,
        y: T + outers.indexOf(cell.outer) * size + 1,
        width: size - 2,
        height: size - 2,
        rx: 3,
        fill: isNaN(heat) ? color("--grid") : `rgba(var(--heat), ${Math.max(.06, Math.min(heat, 1) ** 1.6)})`,
        stroke: cliff ? color("--missed") : "none",
        "stroke-width": 2,
        class: cliff ? "cliff" : "cell"
      }),
      tipOf(cell) + (isNaN(heat) ? "\ntoo short to judge" : `\n${heat.toFixed(2)} here`)));
  }
  return element("div", {}, element("h3", {}, name), svg);
};

const drawHeat = cells => {
  const groups =
    [...groupBy(cells.filter(cell => cell.n > 0), cell => `${cell.op} ${cell.dtype}, ${cell.device}`)].filter(
      ([, group]) =>
        group.length >= 6 && unique(group.map(cell => `${cell.outer} ${cell.n} ${cell.inner}`)).length >= 6);
  hide("heat", !groups.length);
  at("heat-maps").replaceChildren(...groups.map(([name, group]) => drawMap(name, group)));
};

/* ---- against others ---- */

const drawPeers = peers => {
  const names = unique(data.peers.map(peer => peer.name)), tone = name => `--peer${names.indexOf(name) % 4}`;
  if (hide("peers", !peers.length)) return;
  const rows = [...groupBy(peers, peer => peer.problem.split(" ")[0])], high = 8 + 12 * names.length;
  const W = 1100, L = 170, H = rows.length * high + 34;
  const low = Math.min(.5, ...peers.map(peer => peer.ratio)) / 1.1,
        top = Math.max(2, ...peers.map(peer => peer.ratio)) * 1.1;
  const x = v => L + (W - L - 60) * Math.log(v / low) / Math.log(top / low);
  const svg = element("svg", {viewBox: `0 0 ${W} ${H}`, role: "img", "aria-label": "times longer a peer takes"});
  for (const p of powers(low / 10, top, 10))
    for (const v of [p, 2 * p, 5 * p])
      if (v >= low && v <= top)
        svg.append(line(x(v), 0, x(v), H - 22, "--grid"), label(x(v), H - 6, `${+ v.toPrecision(2)}x`, "middle"));
  rows.forEach(([op, group], i) => {
    svg.append(label(L - 10, i * high + high / 2 + 4, op, "end", {class: "strong"}));
    names.forEach((name, k) => {
      const ratios = group.filter(peer => peer.name === name).map(peer => peer.ratio), middle = median(ratios),
            y = i * high + 4 + k * 12;
      if (!ratios.length) return;
      const from = Math.min(x(1), x(middle)), least = x(Math.min(...ratios));
      svg.append(
        withTip(
          element("rect", {
            x: from,
            y,
            width: Math.max(2, Math.abs(x(middle) - x(1))),
            height: 10,
            rx: 2,
            fill: color(middle < 1 ? "--missed" : tone(name))
          }),
          `${op} against ${name}\nmedian ${middle.toFixed(2)}, least ${Math.min(...ratios).toFixed(2)}, ${
            ratios.length} cells`),
        line(least, y - 1, least, y + 11, "--text", {"stroke-width": 2}));
    });
  });
  svg.append(line(x(1), 0, x(1), H - 22, "--text", {"stroke-width": 1.5}));
  at("peer-chart").replaceChildren(svg);
  legend("peer-legend", names.map(name => {
    const ratios = peers.filter(peer => peer.name === name).map(peer => peer.ratio);
    return [
      tone(name),
      `${name}: ahead in ${ratios.filter(ratio => ratio >= 1).length} of ${ratios.length}, median ${
        median(ratios).toFixed(2)}x`
    ];
  }));
  const lost = peers.filter(peer => peer.ratio < 1).sort((a, b) => a.ratio - b.ratio);
  at("peer-lost")
    .replaceChildren(...(
      lost.length ?
        [
          element("p", {}, `${lost.length} cells where a peer is ahead:`),
          table(
            [["ratio", true], ["peer"], ["device"], ["explain"], [""]],
            lost.map(
              peer =>
                [peer.ratio.toFixed(2), peer.name,
                 peer.device + (peer.threads ? `, ${peer.threads} thread${peer.threads > 1 ? "s" : ""}` : ""),
                 element("code", {}, explainText(peer)), copyButton(explainText(peer))]))
        ] :
                                               []));
};

/* ---- by revision ---- */

const cellKey = cell => [cell.problem, cell.device, cell.machine, cell.threads].join("\n");
const speedOf = (cell, first) =>
  cell.share > 0 && first.share > 0 ? cell.share / first.share : first.seconds / cell.seconds;

/* For every cell its last measurement of each revision, in the order of time. */
const historyOf = cells => {
  const revisions = unique([...cells]
                             .filter(cell => cell.revision)
                             .sort(
                               (a, b) => a.time < b.time ? -1 :
                                 a.time > b.time         ? 1 :
                                                           0)
                             .map(cell => cell.revision));
  const series = [...groupBy(cells.filter(cell => cell.revision), cellKey).values()]
                   .map(group => {
                     const byRevision = new Map(group.map(cell => [cell.revision, cell]));
                     return revisions.map(revision => byRevision.get(revision) || null);
                   })
                   .filter(list => list.filter(Boolean).length > 1);
  return {revisions, series};
};

const lossesOf = ({series}) => series
                                 .flatMap(list => {
                                   const known = list.filter(Boolean);
                                   return known.slice(1)
                                     .map((cell, i) => ({cell, before: known[i], loss: 1 - speedOf(cell, known[i])}))
                                     .filter(item => item.loss > .1);
                                 })
                                 .sort((a, b) => b.loss - a.loss);

/* Names beside the ends of lines, pushed apart where they would cover each other. */
const endLabels = (ends, x) => {
  let last = -Infinity;
  return ends.sort((a, b) => a[1] - b[1]).map(([text, y]) => label(x, last = Math.max(y + 4, last + 13), text));
};

const drawHistory = cells => {
  const history = historyOf(cells), {revisions, series} = history;
  if (hide("history", !series.length)) return;
  const losses = lossesOf(history), W = 1100, H = 320, L = 60, B = 40;
  const lines = [...groupBy(series, list => list.find(Boolean).op)].map(
    ([op, group]) => [op, revisions.map((_, i) => {
      const speeds = group.filter(list => list[i]).map(list => speedOf(list[i], list.find(Boolean)));
      return speeds.length ? median(speeds) : NaN;
    })]);
  const values = lines.flatMap(([, list]) => list).filter(v => !isNaN(v)), low = Math.min(.8, ...values) * .95,
        top = Math.max(1.2, ...values) * 1.05;
  const x = i => L + (W - L - 150) * (revisions.length > 1 ? i / (revisions.length - 1) : .5),
        y = v => H - B - (H - B - 10) * (v - low) / (top - low);
  const svg = element("svg", {viewBox: `0 0 ${W} ${H}`, role: "img", "aria-label": "speed by revision"});
  for (let v = Math.ceil(low * 5) / 5; v <= top; v += .2)
    svg.append(line(L, y(v), W - 150, y(v), "--grid"), label(L - 8, y(v) + 4, v.toFixed(1), "end"));
  revisions.forEach((revision, i) => svg.append(label(x(i), H - B + 20, revision.slice(0, 10), "middle")));
  lines.forEach(([op, list], k) => {
    const points = list.map((v, i) => [i, v]).filter(point => !isNaN(point[1])), stroke = color(`--peer${k % 4}`);
    svg.append(element("path", {
      d: "M" + points.map(([i, v]) => `${x(i)},${y(v)}`).join("L"),
      fill: "none",
      stroke,
      "stroke-width": 1.5,
      "stroke-opacity": .8
    }));
    for (const [i, v] of points) {
      const lost = losses.some(item => item.cell.op === op && item.cell.revision === revisions[i]);
      svg.append(withTip(
        element("circle", {
          cx: x(i),
          cy: y(v),
          r: lost ? 6 : 3.5,
          fill: lost ? color("--missed") : stroke,
          class: lost ? "lost" : "kept"
        }),
        `${op} at ${revisions[i]}\n${v.toFixed(2)} of its first speed${
          lost ? "\na cell lost more than a tenth here" : ""}`));
    }
  });
  if (lines.length <= 16)
    svg.append(...endLabels(lines.map(([op, list]) => [op, y(list.filter(v => !isNaN(v)).pop())]), W - 142));
  at("history-chart").replaceChildren(svg);
  legend("history-legend", [["--missed", `${losses.length} regressions of more than 10 %`]]);
  at("history-lost")
    .replaceChildren(...(
      losses.length ? [table(
                        [["lost", true], ["from"], ["to"], ["device"], ["explain"], [""]],
                        losses.map(
                          ({cell, before, loss}) =>
                            [`${Math.round(100 * loss)} %`, before.revision.slice(0, 10), cell.revision.slice(0, 10),
                             cell.device, element("code", {}, explainText(cell)), copyButton(explainText(cell))]))] :
                      []));
};

/* ---- tables ---- */

const cellRow = cell =>
  [shareBar(cell), limitCell(cell), element("code", {}, explainText(cell)), copyButton(explainText(cell)), rateText(rate(cell)),
   timeText(cell.seconds), cell.cycles ? cell.cycles.toFixed(2) : "-", cell.device, element("code", {}, cell.sku)];
const CELL_HEADS =
  [["share"], ["limit", true], ["explain"], [""], ["rate", true], ["time", true], ["cycles/elem", true], ["device"], ["kernel"]];

const drawTables = cells => {
  const missed = cells.filter(cell => cell.bar === "MISSED").sort((a, b) => a.share - b.share);
  hide("missed", !cells.length);
  at("missed-table")
    .replaceChildren(
      missed.length ? table(CELL_HEADS, missed.map(cellRow)) :
                      element("p", {}, "Nothing: every cell is at its bar, or instructions bind."));
  hide("all", !cells.length);
  at("all").querySelector("summary").textContent = `${cells.length} cells`;
  at("all-table").replaceChildren(table(CELL_HEADS, cells.map(cellRow)));
};

const drawTiles = (cells, peers) => {
  const count = bar => cells.filter(cell => cell.bar === bar).length,
        shares = cells.filter(cell => cell.share > 0).map(cell => cell.share);
  const tiles = [
    [cells.length, "cells"], [shares.length ? median(shares).toFixed(2) : "-", "median share of a copy"],
    [count("met"), "at their bar"], [count("at limit"), "at what instructions allow"], [count("exp/log"), "instructions bind"], [count("MISSED"), "below their bar"]
  ];
  if (peers.length) tiles.push([`${peers.filter(peer => peer.ratio >= 1).length}/${peers.length}`, "ahead of peers"]);
  at("tiles").replaceChildren(...tiles.map(
    ([value, text]) => element("div", {class: "tile"}, element("b", {}, "" + value), element("span", {}, text))));
};

/* ---- the page ---- */

const draw = () => {
  const wanted = readFilters(), every = data.cells.filter(cell => matches(cell, wanted)),
        cells = every.filter(cell => cell.last);
  const peers = data.peers.filter(peer => peerMatches(peer, wanted));
  drawTiles(cells, peers);
  drawRoof(cells.filter(cell => cell.bytes > 0 && cell.seconds > 0));
  drawHeat(cells);
  drawPeers(peers);
  drawHistory(every);
  drawTables(cells);
};

const setTheme = theme => {
  document.documentElement.dataset.theme = theme;
  at("theme").textContent = theme === "dark" ? "Light" : "Dark";
};

const aboutText = () => {
  const machines = unique(data.cells.map(cell => cell.machine).filter(Boolean)),
        revisions = unique(data.cells.map(cell => cell.revision).filter(Boolean));
  return [
    `written by remora ${data.version}`, machines.join("; "),
    revisions.length ? `revision ${revisions[revisions.length - 1]}` : ""
  ].filter(Boolean)
    .join(" \u00b7 ");
};

/* #dark and #light in the address choose a theme, #op=sum a filter. */
const readAddress = () => {
  const words = location.hash.slice(1).split("&");
  setTheme(
    words.includes("dark") || (!words.includes("light") && matchMedia("(prefers-color-scheme: dark)").matches) ?
      "dark" :
      "light");
  for (const word of words) {
    const [key, value] = word.split("=");
    if (FILTERS.includes(key) && value) at(key).value = decodeURIComponent(value);
  }
};

fillFilters();
at("about").textContent = aboutText();
readAddress();
for (const key of FILTERS) at(key).addEventListener("change", draw);
at("clear").addEventListener("click", () => {
  for (const key of FILTERS) at(key).value = "";
  draw();
});
at("theme").addEventListener(
  "click", () => setTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark"));
draw();
