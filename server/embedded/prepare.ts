/**
 * Makes what the first start of a server would take long to make: the embedded database with all migrations, and the pictures of the demo.
 * Run by the build. Argument: the folder in which both are written.
 */
import { join } from 'node:path'
import { openDatabase } from '../infra/db/open'
import { openPictures } from '../infra/pictures'
import { demoArt } from './demo/art'
import { preparePictures } from './demo/picture-source'

const folder = process.argv[2]
if (folder === undefined) throw new Error('no folder is named')

const fail = (error: unknown): never => {
  throw error
}

async function prepareDatabase(): Promise<void> {
  await (await openDatabase({ dataDir: join(folder as string, 'database'), onProblem: fail })).close()
}

async function prepareDemo(): Promise<void> {
  const pictures = openPictures(fail, { folder: join(folder as string, 'sheets') })
  try {
    await preparePictures(join(folder as string, 'demo'), pictures, demoArt)
  } finally {
    pictures.close()
  }
}

await Promise.all([prepareDatabase(), prepareDemo()])
