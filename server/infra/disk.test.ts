import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DataDirError, isDiskFull, openDataDir, watchDisk } from './disk'

const mb = 1024 * 1024
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kejiang-disk-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const code = (work: () => void): string => {
  try {
    work()
    return 'done'
  } catch (error) {
    return String((error as { code?: unknown }).code)
  }
}

describe('room on the disk', () => {
  function watched(free: number) {
    const space = { free: free * mb, total: 1000 * mb }
    const reports: string[] = []
    const disk = watchDisk(folder, { measure: () => space, report: (message) => reports.push(message) })
    return { disk, reports, leave: (left: number) => Object.assign(space, { free: left * mb }) }
  }
  const reserveFile = () => join(folder, 'kept-free')
  const kept = async () => {
    await expect.poll(() => existsSync(reserveFile())).toBe(true)
  }

  test('free space is refused to uploads at a tenth of the disk, and to rows only when nearly none is left', async () => {
    const { disk, reports, leave } = watched(500)
    await kept()
    expect([code(() => disk.assertRoom(400 * mb)), code(() => disk.assertRoom(401 * mb))]).toEqual(['done', 'storage-full'])
    leave(99)
    expect([code(() => disk.assertRoom(0)), code(() => disk.assertWritable())]).toEqual(['storage-full', 'done'])
    expect(existsSync(reserveFile())).toBe(true)
    leave(10)
    // Something else fills the disk: the database gets the reserved space.
    expect(code(() => disk.assertWritable())).toBe('storage-full')
    expect(existsSync(reserveFile())).toBe(false)
    leave(34)
    expect(code(() => disk.assertWritable())).toBe('storage-full')
    expect(reports).toEqual(['磁盘空间只剩 10 MB，在腾出空间之前只能读取'])
    leave(200)
    expect([code(() => disk.assertRoom(100 * mb)), code(() => disk.assertWritable())]).toEqual(['done', 'done'])
    await kept()
    disk.stop()
  })

  test('a full disk is recognized by the error codes of systems and databases', () => {
    for (const known of ['ENOSPC', 'EDQUOT', '53100'])
      expect(isDiskFull(Object.assign(new Error('x'), { code: known }))).toBe(true)
    expect(isDiskFull(Object.assign(new Error('x'), { code: 'EIO' }))).toBe(false)
  })
})

describe('a data directory', () => {
  const sentence = (dataDir: string, free = 500): string => {
    try {
      openDataDir(dataDir, () => ({ free: free * mb, total: 1000 * mb }))
      return 'opened'
    } catch (error) {
      if (!(error instanceof DataDirError)) throw error
      return error.message.replace(dataDir, 'DIR')
    }
  }

  test('a data directory is created and tested for writing', () => {
    expect(sentence(join(folder, 'a/b'))).toBe('opened')
  })

  test('an unusable data directory is reported in one sentence', () => {
    writeFileSync(join(folder, 'file'), 'x')
    expect(sentence(join(folder, 'file'))).toBe('数据目录 DIR 不是目录，请用 DATA_DIR 指定其他目录')
    expect(sentence(join(folder, 'file/below'))).toBe('数据目录 DIR 不是目录，请用 DATA_DIR 指定其他目录')
    expect(sentence(folder, 3)).toBe('数据目录 DIR 所在的磁盘只剩 3 MB，不足以启动，请清理磁盘后再启动')
  })
})
