// `typebox/compile`: validators of schemas. The package makes the code of a validator at once, which takes milliseconds for
// a large schema, and programs make theirs while they load. Here it is made when it is used for the first time.

import { lazily } from "../../runtime/lazily.js";

const real = lazily("vendor/typebox/compile.js");

/** The package's `Validator`, made when it is first asked. */
export class Validator {
  #given;
  #made;

  constructor(...given) {
    this.#given = given;
  }
  get #real() {
    this.#made ??= new (real().Validator)(...this.#given);
    return this.#made;
  }
  IsAccelerated() {
    return this.#real.IsAccelerated();
  }
  Context() {
    return this.#real.Context();
  }
  Type() {
    return this.#real.Type();
  }
  Code() {
    return this.#real.Code();
  }
  Check(value) {
    return this.#real.Check(value);
  }
  Parse(value) {
    return this.#real.Parse(value);
  }
  Errors(value) {
    return this.#real.Errors(value);
  }
  Clean(value) {
    return this.#real.Clean(value);
  }
  Convert(value) {
    return this.#real.Convert(value);
  }
  Create() {
    return this.#real.Create();
  }
  Default(value) {
    return this.#real.Default(value);
  }
  Decode(value) {
    return this.#real.Decode(value);
  }
  Encode(value) {
    return this.#real.Encode(value);
  }
}

/** Of a schema, or of a context and a schema. */
export function Compile(...given) {
  if (given.length === 1) return new Validator({}, given[0]);
  if (given.length === 2) return new Validator(...given);
  return real().Compile(...given);
}

/** The code of a validator, as text. */
export function Code(...given) {
  return real().Code(...given);
}

export default Compile;
