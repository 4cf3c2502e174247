// What can be known of an address.

const octet = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
const v4 = new RegExp(`^${octet}(?:\\.${octet}){3}$`);

export const isIPv4 = (text) => v4.test(String(text));

export function isIPv6(text) {
  const [address, zone, more] = String(text).split("%");
  if (more !== undefined || zone === "") return false;
  const halves = address.split("::");
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === "" ? [] : half.split(":")));
  let count = groups.length;
  if (groups.length && isIPv4(groups.at(-1)) && !address.endsWith("::")) {
    groups.pop();
    count += 1;
  }
  if (!groups.every((group) => /^[0-9a-fA-F]{1,4}$/.test(group))) return false;
  return halves.length === 2 ? count <= 7 : count === 8;
}
export const isIP = (text) => (isIPv4(text) ? 4 : isIPv6(text) ? 6 : 0);

function numberOf(address) {
  if (isIPv4(address)) return address.split(".").reduce((sum, part) => (sum << 8n) | BigInt(part), 0n);
  const [head, tail] = address.split("::");
  const part = (text) => (text ? text.split(":") : []);
  const fill = tail === undefined ? [] : Array(8 - part(head).length - part(tail).length).fill("0");
  return [...part(head), ...fill, ...part(tail)].reduce((sum, group) => (sum << 16n) | BigInt(`0x${group}`), 0n);
}

/** Which addresses are refused: single ones, ranges and subnets. */
export class BlockList {
  #rules = [];
  addAddress(address, family = "ipv4") {
    this.addRange(address, address, family);
  }
  addRange(start, end, family = "ipv4") {
    this.#rules.push({ family, from: numberOf(start), to: numberOf(end) });
  }
  addSubnet(net, prefix, family = "ipv4") {
    const bits = BigInt((family === "ipv4" ? 32 : 128) - prefix);
    const from = (numberOf(net) >> bits) << bits;
    this.#rules.push({ family, from, to: from + (1n << bits) - 1n });
  }
  check(address, family = "ipv4") {
    const mapped = family === "ipv6" ? /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] : undefined;
    if (mapped) return this.check(mapped, "ipv4");
    const number = numberOf(address);
    return this.#rules.some((rule) => rule.family === family && number >= rule.from && number <= rule.to);
  }
  get rules() {
    return this.#rules.map(({ family, from, to }) => `${family}: ${from}-${to}`);
  }
}

/** An address with its port. */
export class SocketAddress {
  constructor({ address, family = "ipv4", port = 0, flowlabel = 0 } = {}) {
    Object.assign(this, { address: address ?? (family === "ipv6" ? "::" : "127.0.0.1"), family, port, flowlabel });
  }
}
