import { Command } from 'commander';
import type { Runner } from '../command.ts';
import { DESCRIPTIONS } from './descriptions.ts';
import { mapInitCommand } from './map-init.ts';
import { mapRunCommand } from './map-run.ts';
import { mapShowCommand } from './map-show.ts';

/** The commands of mappings (decisions 19). */
export const mapCommand = (run: Runner): Command =>
  new Command('map')
    .description(DESCRIPTIONS.map)
    .addCommand(mapInitCommand(run))
    .addCommand(mapShowCommand(run))
    .addCommand(mapRunCommand(run));
