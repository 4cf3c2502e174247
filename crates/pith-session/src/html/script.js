"use strict";
(() => {
  const articles = [...document.querySelectorAll("article")];
  const setAll = (open) => document.querySelectorAll("main details").forEach((one) => { one.open = open; });
  document.getElementById("unfold").onclick = () => setAll(true);
  document.getElementById("fold").onclick = () => setAll(false);

  // Search: articles without the words are hidden, folded parts that hold them are opened.
  const words = document.getElementById("words");
  const hits = document.getElementById("hits");
  const find = () => {
    const wanted = words.value.toLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    for (const article of articles) {
      const held = article.textContent.toLowerCase();
      const matches = wanted.every((word) => held.includes(word));
      article.classList.toggle("hidden", !matches);
      if (matches) found += 1;
      if (matches && wanted.length) {
        for (const part of article.querySelectorAll("details")) {
          const text = part.textContent.toLowerCase();
          part.open = wanted.some((word) => text.includes(word));
        }
      }
    }
    hits.textContent = wanted.length ? `${found} of ${articles.length}` : "";
  };
  words.oninput = find;
  document.getElementById("find").onsubmit = (event) => event.preventDefault();
  document.onkeydown = (event) => {
    if (event.key === "/" && document.activeElement !== words) {
      event.preventDefault();
      words.focus();
    }
  };

  // Colors: comments, texts, numbers and the words that most languages share.
  const shared = "abstract as async await boolean break case catch class const continue def default do elif else enum except export extends false final finally fn for from func function go if impl import in interface is lambda let loop match mod module mut new nil none not null or package pass pub public private protected raise return self static struct super switch then this throw trait true try type typedef union unless until use using var void where while with yield";
  const isWord = new Set(shared.split(" "));
  const hashes = new Set(["py", "python", "sh", "bash", "zsh", "fish", "rb", "ruby", "yaml", "yml", "toml", "r", "pl", "make", "dockerfile", "conf", "ini"]);
  const color = (code) => {
    const language = (code.className.match(/language-([\w+#-]+)/) || [])[1] || "";
    if (!language || code.textContent.length > 200000) return;
    const comment = hashes.has(language) ? "#[^\\n]*" : "//[^\\n]*|/\\*[\\s\\S]*?\\*/|<!--[\\s\\S]*?-->";
    const token = new RegExp(`(${comment})|("(?:\\\\.|[^"\\\\\\n])*"|'(?:\\\\.|[^'\\\\\\n])*'|\`(?:\\\\.|[^\`\\\\])*\`)|(\\b\\d[\\w.]*)|([A-Za-z_]\\w*)`, "g");
    const out = document.createDocumentFragment();
    const text = code.textContent;
    let at = 0;
    for (const match of text.matchAll(token)) {
      const kind = match[1] ? "c" : match[2] ? "s" : match[3] ? "n" : isWord.has(match[4]) ? "w" : "";
      if (!kind) continue;
      out.append(text.slice(at, match.index));
      const span = document.createElement("span");
      span.className = kind;
      span.textContent = match[0];
      out.append(span);
      at = match.index + match[0].length;
    }
    out.append(text.slice(at));
    code.replaceChildren(out);
  };
  document.querySelectorAll("pre > code").forEach(color);
})();
