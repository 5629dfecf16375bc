import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Module } from '@back-office/contract/office/module.ts';
import { makeOffice } from '@back-office/contract/office/make-office.ts';
import { declaredShape } from '@back-office/server/office/declared-shape.ts';
import { serverShape } from '@back-office/server/office/server-shape.ts';
import { shapeMistakes } from '@back-office/server/office/shape-mistakes.ts';
import { StartError } from '@back-office/server/platform/start-error.ts';
import { hookImports } from './hook-imports.ts';
import { findOffice, type OfficePlace } from './office-place.mjs';
import { placeInTrace } from './place-in-trace.ts';

/**
 * Loads the office named by OFFICE instead of our own, and returns its location; nothing without OFFICE. Mistakes in it
 * throw a `StartError` that names the file and the cure. Call it before anything imports `#office`.
 */
export async function loadOffice(given: string | undefined): Promise<OfficePlace | undefined> {
  const place = placeOf(given);
  if (place === undefined) return undefined;
  hookImports(place);
  const modules = await modulesOf(place);
  if (place.files['#office/server'] !== undefined) await requireServer(place, place.files['#office/server'], modules);
  return place;
}

function placeOf(given: string | undefined): OfficePlace | undefined {
  try {
    return findOffice(given);
  } catch (error) {
    throw new StartError(messageOf(error));
  }
}

async function modulesOf(place: OfficePlace): Promise<readonly Module[]> {
  const file = place.files['#office'] ?? '';
  const { modules } = await load(place, file);
  if (!Array.isArray(modules) || !modules.every(isModule))
    throw new StartError(`${file} exports no modules: write \`export const modules = [sys, …]\`, each with a name and features.`);
  if (!modules.some(({ name }) => name === 'sys'))
    throw new StartError(
      `${file} leaves out the module sys, without which nobody signs in: begin its list with sys, from back-office/contract.`,
    );
  for (const { features } of modules) requireShape(file, declaredShape, features);
  try {
    makeOffice(modules);
  } catch (error) {
    throw new StartError(`${file}: ${messageOf(error)}`);
  }
  return modules;
}

async function requireServer(place: OfficePlace, file: string, modules: readonly Module[]): Promise<void> {
  const { server } = await load(place, file);
  const servers: readonly unknown[] = Array.isArray(server) ? server : [server];
  if (!servers.every(isModule))
    throw new StartError(`${file} exports no server: write \`export const server = { name, features }\`, or leave the file out.`);
  requireShape(file, serverShape, servers);
  for (const { name } of servers)
    if (!modules.some((module) => module.name === name))
      throw new StartError(
        `${file} is about the module ${name}, which ${place.files['#office'] ?? ''} does not list: list it, or call it by its name.`,
      );
}

function requireShape(file: string, shape: typeof declaredShape, values: readonly unknown[]): void {
  const mistakes = values.flatMap((value) => shapeMistakes(shape, value));
  if (mistakes.length > 0) throw new StartError(`${file}: What stands here is not what its types say:\n${mistakes.join('\n')}`);
}

const isModule = (value: unknown): value is Module =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Partial<Module>).name === 'string' &&
  Array.isArray((value as Partial<Module>).features);

/** Runs one of the company's files; its errors name the place in the company's folder. */
async function load(place: OfficePlace, file: string): Promise<Record<string, unknown>> {
  try {
    return (await import(pathToFileURL(file).href)) as Record<string, unknown>;
  } catch (error) {
    throw new StartError(
      `${placeInTrace(place, error) ?? file} cannot be loaded: ${messageOf(error)}\nMend it, or take its module out of ${join(place.folder, 'office.ts')} to start without; its data stays.`,
    );
  }
}

/**
 * Adds the files of the company's modules to the message of a start: mistakes are reported by module and feature, and
 * only the loader knows their files.
 */
export async function withFiles(error: StartError, place: OfficePlace): Promise<StartError> {
  const file = place.files['#office'] ?? '';
  const { modules } = (await import(pathToFileURL(file).href)) as { modules: readonly Module[] };
  const mentioned = modules.filter(({ name }) => name !== 'sys' && new RegExp(`\\b${name}(?:[/_-]|\\b)`).test(error.message));
  if (mentioned.length === 0 || error.message.includes(place.folder)) return error;
  const files = [file, place.files['#office/server']].filter((each) => each !== undefined);
  return new StartError(`${error.message}\n(${mentioned.map(({ name }) => name).join(', ')}: ${files.join(', ')})`, { cause: error });
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
