import type { ConsoleUseCases } from '../../composition.ts';
import type { PageGroup } from '../../web/route.ts';
import { listRoutes } from './list.ts';
import { recordRoutes } from './record.ts';
import { undoRoutes } from './undo.ts';

/** `/imports`: what clients sent, one import, and its undo. */
export const importPages = (useCases: ConsoleUseCases): PageGroup => ({
  navigation: { title: 'Imports', path: '/imports', access: 'records' },
  routes: [...listRoutes(useCases), ...recordRoutes(useCases), ...undoRoutes(useCases)],
});
