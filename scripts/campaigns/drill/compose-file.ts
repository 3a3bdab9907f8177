import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

const words = z.array(z.string());
const service = z.object({
  image: z.string(),
  build: z.object({ target: z.string() }).optional(),
  command: words.optional(),
  environment: z.record(z.string(), z.string()).default({}),
  volumes: words.default([]),
  read_only: z.boolean().default(false),
  cap_drop: words.default([]),
  deploy: z.object({ replicas: z.coerce.number() }).default({ replicas: 1 }),
  healthcheck: z.object({ disable: z.boolean().optional(), test: words.optional() }).optional(),
  depends_on: z.union([words, z.record(z.string(), z.object({ condition: z.string() }))]).optional(),
  networks: z.record(z.string(), z.object({ aliases: words })).default({}),
  tmpfs: words.default([]),
});

/** A service of `compose.yaml` in sandbox mode, with what the image adds to it. */
export interface Service {
  /** The entry point of the image. Empty for an image of another vendor. */
  entryPoint: string[];
  command: string[];
  environment: Record<string, string>;
  replicas: number;
  /** The command that succeeds in a healthy container. Empty: none. */
  healthCheck: string[];
  /** Its names in the network, beside that of the service. */
  aliases: string[];
  /** The folders that it may write. */
  folders: string[];
}

/** Reads `compose.yaml` of a tree, as `docker compose` does without an `.env`. */
export function readCompose(tree: string) {
  const text = readFileSync(join(tree, 'compose.yaml'), 'utf8').replace(
    /\$\{\w+(?::?-([^}]*))?\}/g,
    (_, fallback: string | undefined) => fallback ?? '',
  );
  return z.object({ services: z.record(z.string(), service) }).parse(parse(text, { merge: true })).services;
}

/** Reads the services of `compose.yaml` of a tree, with what its `Dockerfile` adds to them. */
export function readServices(tree: string): Record<string, Service> {
  const image = readImage(readFileSync(join(tree, 'Dockerfile'), 'utf8'));
  return Object.fromEntries(
    Object.entries(readCompose(tree)).map(([name, one]) => {
      const isOurs = one.image.startsWith('ira');
      return [
        name,
        {
          entryPoint: isOurs ? image.entryPoint : [],
          command: one.command ?? image.command,
          environment: { ...(isOurs ? image.environment : {}), ...one.environment },
          replicas: one.deploy.replicas,
          healthCheck: one.healthcheck?.disable ? [] : (one.healthcheck?.test?.slice(1) ?? image.healthCheck),
          aliases: Object.values(one.networks).flatMap(({ aliases }) => aliases),
          folders: one.tmpfs.map((mount) => mount.split(':')[0] ?? mount),
        },
      ];
    }),
  );
}

function readImage(dockerfile: string) {
  const list = (pattern: RegExp) => words.parse(JSON.parse(pattern.exec(dockerfile)?.[1] ?? '[]'));
  const pairs = [...dockerfile.matchAll(/^ENV (.*)$/gm)].flatMap(([, line = '']) => line.split(' '));
  return {
    entryPoint: list(/^ENTRYPOINT (.*)$/m),
    command: list(/^CMD (.*)$/m),
    healthCheck: list(/^HEALTHCHECK.*\\\n\s+CMD (.*)$/m),
    environment: Object.fromEntries(pairs.map((pair) => pair.split('=', 2) as [string, string])),
  };
}
