import { Baseline } from './0001-baseline.ts';
import { LoadsInReadViews } from './0002-loads-in-read-views.ts';
import { OrganisationNames } from './0003-organisation-names.ts';

/** In order, forward only. */
export const migrations = [
  { name: '0001-baseline', class: Baseline },
  { name: '0002-loads-in-read-views', class: LoadsInReadViews },
  { name: '0003-organisation-names', class: OrganisationNames },
];
