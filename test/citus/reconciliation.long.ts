import { describe, expect, it } from 'vitest';
import { theService } from '../support/a-service.ts';
import { anOperator } from '../support/an-operator.ts';

const service = await theService();
const operator = anOperator(service.operatorEnvironment);

const reconciled = async () => (await operator('reconcile', '--supplier', 'DEMO_SUPPLIER', '--json')).json;

describe('a reconciliation, whose nodes are read at moments of their own', () => {
  it('says that it is not the final proof while imports may go on', async () => {
    expect((await reconciled()).scope).toContain('pause the supplier and reconcile again');
  });

  it('says nothing of that once the supplier is paused', async () => {
    expect((await operator('supplier', 'pause', '--supplier', 'DEMO_SUPPLIER')).code).toBe(0);
    const { status, scope } = await reconciled();
    expect([status, scope]).toEqual(['Paused', expect.not.stringContaining('pause the supplier')]);
  });
});
