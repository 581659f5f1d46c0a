import { describe, expect, test } from 'vitest'
import type { DesignAssetCollection } from '../../../../contract/types'
import type { Pictures } from '../../../../design/print/pictures'
import { sortBoundFirst, startCollection } from './library-kinds'
import { loadStoredPicture } from './load-picture'

const collection = (id: number, count = 1): DesignAssetCollection => ({
  ...{ id, name: `组${id}`, type: 2, count, coverUrls: [], next: null },
})

describe('collections in the designer', () => {
  test("the collections in the designer have the shop's order, with those bound to the template first", () => {
    const all = [collection(1), collection(2), collection(3), collection(4)]
    expect(sortBoundFirst(all, [4, 2, 99]).map(({ id }) => id)).toEqual([2, 4, 1, 3])
  })
  test('the library opens the first collection that is not empty', () => {
    expect(startCollection([collection(1, 0), collection(2, 5)])?.id).toBe(2)
    expect(startCollection([collection(1, 0)])?.id).toBe(1)
    expect(startCollection([])).toBeUndefined()
  })
})

describe('taking a stored picture', () => {
  const asset = { fileId: 9, url: '/files/a.svg', name: 'a.svg', width: null, height: null }
  /** Pictures whose first `failures` loads fail. */
  function shelf(failures: number) {
    let left = failures
    let state: 'loading' | 'ready' | 'failed' = 'loading'
    const pictures: Pick<Pictures, 'state' | 'whenSettled' | 'get' | 'retryFailed'> = {
      state: () => state,
      whenSettled: async () => {
        if (state === 'loading') state = left-- > 0 ? 'failed' : 'ready'
      },
      get: () => (state === 'ready' ? ({ naturalWidth: 30, naturalHeight: 40 } as HTMLImageElement) : null),
      retryFailed: () => {
        state = 'loading'
      },
    }
    return pictures as Pictures
  }
  test('loading a stored picture measures one without a stored size', async () => {
    expect(await loadStoredPicture(shelf(0), asset)).toMatchObject({ fileId: 9, url: '/files/a.svg', width: 30, height: 40 })
    expect(await loadStoredPicture(shelf(0), { ...asset, width: 300, height: 100 })).toMatchObject({ width: 300, height: 100 })
  })
  test('a stored picture that fails to load says 素材加载失败 and can be retried', async () => {
    const pictures = shelf(1)
    await expect(loadStoredPicture(pictures, asset)).rejects.toThrow('素材加载失败')
    expect(await loadStoredPicture(pictures, asset)).toMatchObject({ width: 30 })
  })
})
