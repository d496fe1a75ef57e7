#!/usr/bin/env node
import { launch } from '@carryover/terminal/launch';

await launch('carryover-operator', import.meta.url, () => import('../src/main.ts'));
