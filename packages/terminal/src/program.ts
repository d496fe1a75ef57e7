import { Command, CommanderError, Help, type Option, type OutputConfiguration } from 'commander';

/** A program of several commands, and its command `completion`. */
export type Program<Name extends string = string> = {
  readonly name: string;
  readonly description: string;
  readonly version: string;
  /** Text below the help. */
  readonly help: string;
  readonly descriptions: Readonly<Record<Name | 'completion', string>>;
  /** Each command is in its own module, since loading all of them takes longer than most commands run. */
  readonly commands: Readonly<Record<Name, () => Promise<Command>>>;
};

/** An option as the help describes it: commander does not say that a command needs it. */
const optionDescription = (option: Option): string => {
  const text = new Help().optionDescription(option);
  return option.mandatory && option.defaultValue === undefined ? `${text} (required)` : text;
};

/** Makes every command throw on wrong usage, so that the exit code is ours. */
const withoutExit = (program: Command, output: OutputConfiguration): Command => {
  program.exitOverride();
  program.configureOutput(output);
  program.configureHelp({ optionDescription });
  program.showHelpAfterError('(use --help to see the options)');
  for (const child of program.commands) withoutExit(child, output);
  return program;
};

/** The commands of completion: the one that the shell calls for each tab key, and the one that prints its script. */
const COMPLETION = ['complete', 'completion'];

/** Returns the command line of a program, with the commands that these arguments need. */
export const makeProgram = async (
  { name, description, version, help, descriptions, commands }: Program,
  args: ReadonlyArray<string>,
  output: OutputConfiguration,
): Promise<Command> => {
  const isCompletion = COMPLETION.includes(args[0] ?? '');
  /** A command or group that this command line does not name: enough of it for the help and for "did you mean". */
  const mention = (of: string): Command => new Command(of).description(descriptions[of]!);
  const program = new Command(name)
    .description(description)
    .version(version, '--version', 'print the version')
    .addHelpText('after', help);
  for (const [of, load] of Object.entries(commands))
    program.addCommand(isCompletion || args.includes(of) ? await load() : mention(of));
  if (isCompletion) {
    (await import('@bomb.sh/tab/commander')).default(program, { completionCommandName: 'completion' });
    program.commands.find((child) => child.name() === 'completion')?.description(descriptions.completion!);
  } else program.addCommand(mention('completion').argument('<shell>'));
  return withoutExit(program, output);
};

/** Runs one command line. @returns false if it is wrong usage. */
export const runProgram = async (
  program: Program,
  args: ReadonlyArray<string>,
  output: OutputConfiguration,
): Promise<boolean> => {
  try {
    await (await makeProgram(program, args, output)).parseAsync([...args], { from: 'user' });
    return true;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0;
  }
};
