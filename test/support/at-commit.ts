import type { RunningService } from './a-service.ts';

/**
 * Has the commit of each operator action with this reason, a word, execute a statement of PL/pgSQL. Once per service and reason.
 * A cluster has no triggers.
 */
export const atCommit = async (
  { sql }: Pick<RunningService, 'sql'>,
  reason: string,
  statement: string,
): Promise<void> => {
  await sql(`create function at_commit_${reason}() returns trigger language plpgsql as $$ begin
    ${statement};
    return null;
  end $$`);
  await sql(`create constraint trigger at_commit_${reason} after insert on operator_action deferrable initially deferred
    for each row when (new.reason = '${reason}') execute function at_commit_${reason}()`);
};

/** The server ends before it answers. */
export const LOSE_THE_ANSWER = 'perform pg_terminate_backend(pg_backend_pid())';
