import { GraphQLError, type ValidationRule } from 'graphql';

/**
 * Allows one mutation field per document, counting aliases and fragments. Each field could be a guess at an API
 * key, and failed attempts are counted only after they fail: sixty fields in one document would all run before that.
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
