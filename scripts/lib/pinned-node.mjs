import { existsSync, rmSync, symlinkSync } from 'node:fs'
import { delimiter } from 'node:path'
import { inRoot, readJson } from './root.mjs'
import { answerOf, run } from './run.mjs'

const pinned = inRoot('node_modules/.bin/node')
const wanted = Number(readJson(inRoot('package.json')).devDependencies.node.split('.')[0])

/** The environment without our own node_modules/.bin, for npm: it must not run on the Node that it is about to replace. */
export function outsideEnvironment() {
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))
  return { ...process.env, PATH: path.join(delimiter) }
}

/** The Node that everything runs on: the pinned one, or this one where the pinned one is missing and this one is new enough. */
export function nodePath() {
  return existsSync(pinned) ? pinned : process.execPath
}

/** True when the Node that everything runs on answers and is new enough. */
export async function nodeRuns() {
  const version = await answerOf(nodePath(), ['--version'])
  return version !== undefined && Number(version.slice(1).split('.')[0]) >= wanted
}

/**
 * The package `node` gets its binary in an install script, which some versions and settings of npm do not run.
 * Runs that script by hand, and throws a sentence when there is still no binary that works.
 */
export async function repairNode() {
  console.log(`Node ${wanted} is not in node_modules, because npm ran no install script; running that script now.`)
  const folder = inRoot('node_modules/node')
  const { output } = await run('node', ['installArchSpecificPackage.js'], { cwd: folder, env: outsideEnvironment(), quiet: true })
  if (existsSync(`${folder}/bin/node`)) {
    rmSync(pinned, { force: true })
    symlinkSync('../node/bin/node', pinned)
  }
  if (await nodeRuns()) return
  rmSync(pinned, { force: true })
  if (await nodeRuns()) return
  throw new Error(`Node ${wanted} could not be installed for ${process.platform}-${process.arch}. Install Node ${wanted} or later yourself and try again.\n${output}`.trim())
}
