/** The unquoted fields of one RFC 4180 record: a reader that knows nothing of the writer under test. */
export const csvFields = (record: string): ReadonlyArray<string> =>
  [...`,${record}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^",]*))(?=,|$)/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain!,
  );
