// A member that comes as JSON and is parsed when it is looked at for the first time: most of what an event brings is large,
// and most handlers never look at it.

const { parse, stringify } = JSON;
const { defineProperty, getOwnPropertyDescriptor } = Object;

/** Ways to read such a member. Whoever shows an object to people shows what is behind them. */
export const unread = new WeakSet();

export class Held {
  #object;
  #name;
  #text;
  #get;

  /** Puts the member into the object. @param {object} object @param {string} name @param {string} text */
  constructor(object, name, text) {
    this.#object = object;
    this.#name = name;
    this.#text = text;
    const put = (value) => {
      defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
      return value;
    };
    this.#get = () => put(parse(text));
    unread.add(this.#get);
    defineProperty(object, name, { get: this.#get, set: put, enumerable: true, configurable: true });
  }

  /** Whether it is there as it came, and nobody has looked at it. */
  get #untouched() {
    return getOwnPropertyDescriptor(this.#object, this.#name)?.get === this.#get;
  }

  /** The member as it is now. */
  get text() {
    return this.#untouched ? this.#text : stringify(this.#object[this.#name]);
  }

  /** Whether it is something else than what came. */
  get changed() {
    const { text } = this;
    // The program writes some numbers in another way than the language does.
    return text !== this.#text && text !== stringify(parse(this.#text));
  }
}
