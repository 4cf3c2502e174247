/**
 * `typebox` for those who have not installed it: schemas as values. Its own package has the types that tell what a schema
 * means; where that lies beside an extension it counts.
 */
export interface TSchema {
  [keyword: string]: any;
}
export type Static<Schema = any> = any;
export type TObject = TSchema;
export type TUnsafe<Type> = TSchema & { readonly static?: Type };
export type TProperties = Record<string, TSchema>;
export const Type: any;
