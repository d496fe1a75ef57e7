import pg from 'pg';

/** Runs SQL on a database, as a person with a database tool would. */
export const runSql = async <Row = Record<string, unknown>>(
  url: string,
  sql: string,
  parameters: ReadonlyArray<unknown> = [],
): Promise<ReadonlyArray<Row>> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql, [...parameters])).rows as Row[];
  } finally {
    await client.end();
  }
};
