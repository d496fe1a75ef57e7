/** A JSON Schema 2020-12, as OpenAPI 3.1 embeds it: keywords with their values. */
export type JsonSchema = { readonly [keyword: string]: unknown };
