// Formulas in LaTeX as text: Greek letters, powers, fractions and common signs. What is not known stays as it is.

const signs = {
  alpha: "α", beta: "β", gamma: "γ", delta: "δ", epsilon: "ε", varepsilon: "ε", zeta: "ζ", eta: "η", theta: "θ", iota: "ι", kappa: "κ", lambda: "λ",
  mu: "μ", nu: "ν", xi: "ξ", pi: "π", rho: "ρ", sigma: "σ", tau: "τ", upsilon: "υ", phi: "φ", varphi: "φ", chi: "χ", psi: "ψ", omega: "ω", Gamma: "Γ",
  Delta: "Δ", Theta: "Θ", Lambda: "Λ", Xi: "Ξ", Pi: "Π", Sigma: "Σ", Phi: "Φ", Psi: "Ψ", Omega: "Ω", times: "×", cdot: "·", div: "÷", pm: "±", mp: "∓",
  leq: "≤", le: "≤", geq: "≥", ge: "≥", neq: "≠", ne: "≠", approx: "≈", equiv: "≡", sim: "∼", propto: "∝", infty: "∞", sum: "∑", prod: "∏", int: "∫",
  partial: "∂", nabla: "∇", sqrt: "√", in: "∈", notin: "∉", subset: "⊂", subseteq: "⊆", supset: "⊃", cup: "∪", cap: "∩", emptyset: "∅", forall: "∀",
  exists: "∃", neg: "¬", land: "∧", lor: "∨", to: "→", rightarrow: "→", leftarrow: "←", Rightarrow: "⇒", Leftarrow: "⇐", leftrightarrow: "↔", iff: "⇔",
  mapsto: "↦", ldots: "…", cdots: "⋯", dots: "…", langle: "⟨", rangle: "⟩", lfloor: "⌊", rfloor: "⌋", lceil: "⌈", rceil: "⌉", circ: "∘", deg: "°",
  ell: "ℓ", hbar: "ℏ", Re: "ℜ", Im: "ℑ", aleph: "ℵ", perp: "⊥", parallel: "∥", angle: "∠", quad: "  ", qquad: "    ", oplus: "⊕", otimes: "⊗", star: "⋆",
};
const above = Object.fromEntries([..."0123456789+-=()niabcdefghjklmoprstuvwxyz"].map((c, i) => [c, [..."⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱᵃᵇᶜᵈᵉᶠᵍʰʲᵏˡᵐᵒᵖʳˢᵗᵘᵛʷˣʸᶻ"][i]]));
const below = Object.fromEntries([..."0123456789+-=()aehijklmnoprstuvx"].map((c, i) => [c, [..."₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ"][i]]));

function raised(text, table, mark) {
  const out = [...text].map((c) => table[c]);
  if (out.every((c) => c !== undefined)) return out.join("");
  return text.length > 1 ? `${mark}(${text})` : mark + text;
}

/** The group or character at an index, and where it ends. */
function argument(text, at) {
  if (text[at] === "{") {
    let depth = 0;
    for (let i = at; i < text.length; i += 1) {
      if (text[i] === "{") depth += 1;
      else if (text[i] === "}") {
        depth -= 1;
        if (depth === 0) return [text.slice(at + 1, i), i + 1];
      }
    }
    return [text.slice(at + 1), text.length];
  }
  const command = /^\\[A-Za-z]+/.exec(text.slice(at));
  return command ? [command[0], at + command[0].length] : [text[at] ?? "", at + 1];
}

const grouped = (text) => (/^[\p{L}\p{N}.]*$/u.test(text) ? text : `(${text})`);

export function renderLatex(source) {
  let out = "";
  for (let i = 0; i < source.length; ) {
    const c = source[i];
    if (c === "^" || c === "_") {
      const [inner, end] = argument(source, i + 1);
      out += raised(renderLatex(inner), c === "^" ? above : below, c);
      i = end;
    } else if (c === "\\") {
      const name = /^\\([A-Za-z]+)\s*/.exec(source.slice(i));
      if (!name) {
        out += /[,;:! ]/.test(source[i + 1] ?? "") ? " " : source[i + 1] === "\\" ? "\n" : (source[i + 1] ?? "");
        i += 2;
        continue;
      }
      i += name[0].length;
      if (name[1] === "frac" || name[1] === "dfrac" || name[1] === "tfrac") {
        const [top, middle] = argument(source, i);
        const [bottom, end] = argument(source, middle);
        out += `${grouped(renderLatex(top))}/${grouped(renderLatex(bottom))}`;
        i = end;
      } else if (name[1] === "sqrt") {
        const [inner, end] = argument(source, i);
        out += `√${grouped(renderLatex(inner))}`;
        i = end;
      } else if (/^(text|mathrm|mathbf|mathit|mathcal|mathbb|operatorname|textbf|textit)$/.test(name[1])) {
        const [inner, end] = argument(source, i);
        out += renderLatex(inner);
        i = end;
      } else if (name[1] !== "left" && name[1] !== "right") {
        const sign = signs[name[1]] ?? name[1];
        out += sign + (/\s$/.test(name[0]) && /[A-Za-z]/.test(source[i] ?? "") ? " " : /\s$/.test(name[0]) ? " " : "");
      }
    } else {
      if (c !== "{" && c !== "}") out += c;
      i += 1;
    }
  }
  return out;
}
