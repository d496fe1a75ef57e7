import { CONTENDERS, DEFAULT_CONTENDERS } from '../contenders/contender.ts';
import { SCENARIOS } from '../scenarios.ts';

export const USAGE = `Usage: npm run bench -- [options]

Measures the service beside what PostgreSQL can take (limit: COPY of the same rows), a minimal handler (floor) and the same
handler with MikroORM's insertMany (insert-many), in short rounds by turns. Starts and stops everything it needs.

  --quick                 the most important scenarios in less than two minutes
  --scenarios <names>     which, by commas; a kind stands for all its sizes (default: all)
  --contenders <names>    which, by commas (default: ${DEFAULT_CONTENDERS.join(', ')})
  --rounds <count>        rounds of each contender (default: 5, with --quick 3)
  --seconds <number>      length of a round (default: 3, with --quick 0.8)
  --warm-up <seconds>     load before the first round, not measured (default: 3, with --quick 1)
  --connections <count>   connections of the load generator (default: 16)
  --accounts <count>      accounts worked on (default: 20000, with --quick 8000)
  --database <state>      fresh: brand new, never analysed; analysed: with a million rows before (default: fresh)
  --mix <mix>             mixed: transactions of all types; plain: payments only (default: mixed)
  --growth <millions>     instead: the rate against the size of the table, in millions of rows, by commas; beside a service
                          whose table stays at the smallest size (reference)
  --loader <rows>         instead: the client's loader from files of so many transactions, sorted and shuffled, beside the load
                          generator (a run of everything includes it with 100000)
  --json <file>           where all figures go (default: .carryover/bench.json)
  --folder <folder>       where the databases are made; not in memory, or fsync means nothing (default: the system's for
                          temporary files)
  --cpu-prof <folder>     write a profile of the service for each scenario there; it is slower then
  --help

Scenarios: ${SCENARIOS.map(({ name }) => name).join(', ')}.
Contenders: ${CONTENDERS.join(', ')}; the last is the floor's handler with COPY for its rows.

  npm run bench -- --quick
  npm run bench -- --scenarios transactions-100,notes --rounds 9
  npm run bench -- --growth 1,10,50
  npm run bench -- --loader 1000000 --rounds 3

Exit codes: 0 measured, 1 something failed or is not in the tables, 2 wrong usage.
`;
