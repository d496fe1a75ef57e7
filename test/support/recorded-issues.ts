import type { RunningService } from './a-service.ts';
import type { Reply } from './requests.ts';

/** Returns the issues that the import record of an accepted request has; null if there are none. */
export const recordedIssuesOf = async ({ sql }: RunningService, { headers }: Reply): Promise<any> => {
  const [record] = await sql<any>('select findings from accepted_import where id = $1', [headers.get('x-request-id')]);
  return record.findings;
};
