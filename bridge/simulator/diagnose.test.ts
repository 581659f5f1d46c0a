/** Tests that the simulated client's test upload reports what stays in the picture space. */
import { expect, test } from 'vitest'
import type { CallContext, ReceivedBlob } from '../host/types'
import { diagnoseHandlers } from './diagnose'
import type { PictureSpace, SpaceFile } from './space'
import type { ClientEnvironment } from './world'

const bytes = new Uint8Array(9)
const blob: ReceivedBlob = { bytes, blob: 'b1', name: 'self-test.png', type: 'image/png', size: bytes.length }
const context = { callId: 'c1', blob: () => blob, progress: () => {} } as unknown as CallContext

/** A space whose upload is aborted and whose file appears only at the listing number `arrivesAt`. */
function spaceWithLateFile(arrivesAt: number, remove: PictureSpace['remove'] = async () => true) {
  let name = ''
  let listings = 0
  let files: SpaceFile[] = []
  const space: PictureSpace = {
    put: (fileName, _bytes, _type, _onSent, onStarted) =>
      new Promise((_, reject) => {
        name = fileName
        onStarted?.(() => reject(new Error('aborted')))
      }),
    async list() {
      listings += 1
      if (listings === arrivesAt) files = [{ fileId: 'cloud://late', fileName: name, url: '' }]
      return files
    },
    async remove(fileId) {
      const removed = await remove(fileId)
      files = files.filter((file) => file.fileId !== fileId)
      return removed
    },
  }
  return { space, files: () => files }
}
const upload = ({ space }: { readonly space: PictureSpace }) => {
  const client = { settings: () => ({ uploadStep: 0 }), space } as unknown as ClientEnvironment
  return diagnoseHandlers(client)['diagnose.upload']?.({ file: {}, abort: true }, context)
}

test.each([1, 2])('an aborted upload that arrives before listing %i leaves no picture', async (arrivesAt) => {
  const late = spaceWithLateFile(arrivesAt)
  // The reply says whether a picture could not be deleted, so one that arrives after the last listing is none of them.
  expect(await upload(late)).toMatchObject({ asked: true, outcome: 'ended', left: false })
  if (arrivesAt === 1) expect(late.files()).toEqual([])
})

test('a picture that somebody else deleted meanwhile does not count as left', async () => {
  expect(await upload(spaceWithLateFile(1, async () => false))).toMatchObject({ left: false })
})

test('a picture that cannot be deleted is reported as left', async () => {
  const failing = spaceWithLateFile(1, () => Promise.reject(new Error('the picture space answered 500')))
  expect(await upload(failing)).toMatchObject({ outcome: 'ended', left: true })
})
