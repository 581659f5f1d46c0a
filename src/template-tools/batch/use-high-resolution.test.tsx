import { renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { collectImages } from '../../base/test/images'
import { useHighResolution } from './use-high-resolution'

afterEach(() => void vi.restoreAllMocks())

test('the address of a replaced picture stays valid until the elements that load it are done', async () => {
  const images = collectImages()
  const revoked: string[] = []
  vi.spyOn(URL, 'createObjectURL').mockReturnValueOnce('blob:first').mockReturnValue('blob:second')
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => void revoked.push(url))
  const make = async () => new Blob(['picture'])
  const { result, rerender } = renderHook(({ key }) => useHighResolution(key, make), { initialProps: { key: 'first' } })
  await waitFor(() => expect(result.current).toBe('blob:first'))

  rerender({ key: 'second' })
  await waitFor(() => expect(result.current).toBe('blob:second'))
  expect(revoked).toEqual([])

  expect(images.map(({ src }) => src)).toEqual(['blob:first'])
  images[0]?.dispatchEvent(new Event('load'))
  expect(revoked).toEqual(['blob:first'])
})
