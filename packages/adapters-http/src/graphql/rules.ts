import { GraphQLError, type ValidationRule } from 'graphql';

/**
 * One field of a mutation in a document, under whatever names and in whatever fragments. Each would be a guess at an API
 * key, and failed ones are counted when they have failed: sixty in one document would all have been made by then.
 */
export const oneMutation: ValidationRule = (context) => {
  let fields = 0;
  return {
    Field: (field) => {
      const isOfMutation = context.getParentType() === context.getSchema().getMutationType();
      if (!isOfMutation || field.name.value.startsWith('__')) return;
      fields += 1;
      if (fields === 2)
        context.reportError(new GraphQLError('A request can have only one mutation.', { nodes: field }));
    },
  };
};
