/** Finds the names that organisations had among all operator actions. */
export const FORMER_NAME_INDEX = `create index operator_action_former_name_index on operator_action ((before->>'name'))
  where action = 'organisation rename'`;
