// After the build: every text beside itself as .gz and .br, so that the server has nothing to do.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const page = process.argv[2];
const worth = /\.(css|html|js|json|svg|txt|webmanifest)$/;

for (const name of readdirSync(page, { recursive: true })) {
  if (!worth.test(name)) continue;
  const file = join(page, name);
  const text = readFileSync(file);
  writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }));
  writeFileSync(`${file}.br`, brotliCompressSync(text));
}
