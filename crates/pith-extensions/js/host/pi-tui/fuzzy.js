// Fuzzy matching: all characters of the query in order. A lower score is a better match.

const boundary = /[\s\-_./:@]/;

function scoreOf(query, text) {
  let score = 0;
  let from = 0;
  let last = -1;
  let run = 0;
  for (const wanted of query) {
    const at = text.indexOf(wanted, from);
    if (at < 0) return undefined;
    run = at === last + 1 && last >= 0 ? run + 1 : 0;
    if (run > 0) score -= 5 * run;
    else if (last >= 0) score += (at - last - 1) * 2;
    if (at === 0 || boundary.test(text[at - 1])) score -= 10;
    score += at * 0.1;
    last = at;
    from = at + 1;
  }
  return query === text ? score - 100 : score;
}

export function fuzzyMatch(query, text) {
  const [wanted, target] = [query.toLowerCase(), text.toLowerCase()];
  if (wanted === "") return { matches: true, score: 0 };
  if (wanted.length > target.length) return { matches: false, score: 0 };
  const score = scoreOf(wanted, target);
  if (score !== undefined) return { matches: true, score };
  // `gpt5` for `5gpt`: letters and digits may stand the other way round.
  const swapped = /^([a-z]+)(\d+)$/.exec(wanted) ?? /^(\d+)([a-z]+)$/.exec(wanted);
  const other = swapped ? scoreOf(swapped[2] + swapped[1], target) : undefined;
  return other === undefined ? { matches: false, score: 0 } : { matches: true, score: other + 5 };
}

/** Items that every word of the query matches, the best first. */
export function fuzzyFilter(items, query, getText) {
  const words = query.trim().split(/[\s/]+/).filter(Boolean);
  if (words.length === 0) return items;
  const found = [];
  for (const item of items) {
    const text = getText(item);
    let total = 0;
    const all = words.every((word) => {
      const { matches, score } = fuzzyMatch(word, text);
      total += score;
      return matches;
    });
    if (all) found.push({ item, total });
  }
  return found.sort((a, b) => a.total - b.total).map(({ item }) => item);
}
