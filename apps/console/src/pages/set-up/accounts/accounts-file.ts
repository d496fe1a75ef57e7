import type { OperatorUseCases } from '@carryover/operations/connect';
import { page } from '../../../web/answer.ts';
import { author } from '../../../web/change.ts';
import { parameter } from '../../../web/parameter.ts';
import { Problem } from '../../../web/problem.ts';
import { post, postFile, type Route } from '../../../web/route.ts';
import { receiveUpload } from '../../../web/upload.ts';
import { theSupplier } from '../../find-suppliers.ts';
import { supplierSetUpPath } from '../addresses.ts';
import { judgeFile, storeFile } from './judge-file.ts';
import { makePreviews } from './previews.ts';

const PATH = '/set-up/organisations/:organisation/suppliers/:code/accounts';

const expired = (): Problem =>
  new Problem(
    409,
    'This preview has expired',
    'Nothing was stored. A preview can be imported once, within 15 minutes, by the person who uploaded the file.',
    'Go back to the supplier and upload the file again.',
  );

/** Accounts files: uploaded, judged by a dry run, and imported after that was confirmed. */
export const accountsFileRoutes = (useCases: OperatorUseCases): ReadonlyArray<Route> => {
  const previews = makePreviews();
  return [
    postFile(PATH, 'change', async (visit) => {
      const supplier = await theSupplier(useCases.suppliers, visit);
      const upload = await receiveUpload(visit.request);
      try {
        const judged = await judgeFile(useCases, supplier, upload);
        const id = previews.add({ upload, supplierId: supplier.id, subject: visit.person.subject });
        const path = supplierSetUpPath(supplier.organisationName, supplier.code);
        return page('Check the accounts', 'pages/set-up/accounts/accounts-preview', {
          fileName: upload.fileName,
          done: judged,
          code: supplier.code,
          action: `${path}/accounts/${id}`,
          back: path,
        });
      } catch (error) {
        await upload.remove();
        throw error;
      }
    }),
    post(`${PATH}/:preview`, 'change', async (visit) => {
      const supplier = await theSupplier(useCases.suppliers, visit);
      const actor = author(visit);
      const owner = { supplierId: supplier.id, subject: visit.person.subject };
      const upload = previews.take(parameter(visit, 'preview'), owner);
      if (upload === null) throw expired();
      try {
        const done = await storeFile(useCases, supplier, { upload, actor });
        return page('Accounts imported', 'pages/set-up/accounts/accounts-imported', {
          done,
          back: supplierSetUpPath(supplier.organisationName, supplier.code),
        });
      } finally {
        await upload.remove();
      }
    }),
  ];
};
