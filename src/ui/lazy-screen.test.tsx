import { render, screen } from '@testing-library/react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { lazyScreen, type ScreenModule } from './lazy-screen'

afterEach(() => void vi.unstubAllGlobals())

/** A screen whose code arrives, or fails to, when the test says so. */
function screenOf(text: string) {
  const requests: { readonly arrive: () => void; readonly fail: (cause: Error) => void }[] = []
  const Screen = lazyScreen<{ readonly name: string }>(
    () =>
      new Promise<ScreenModule<{ readonly name: string }>>((resolve, fail) => {
        requests.push({ arrive: () => resolve({ default: ({ name }) => <p>{`${text} ${name}`}</p> }), fail })
      }),
  )
  return { Screen, requests }
}

test('a screen is shown at once when its code arrives, without a delay of its own', async () => {
  const { Screen, requests } = screenOf('订单')
  const place = document.body.appendChild(document.createElement('div'))
  // Outside of the test library, where React schedules as on a page.
  const turns = async (count: number) => {
    for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve))
  }
  const setActing = (isActing: unknown) => Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', isActing)
  const before: unknown = Reflect.get(globalThis, 'IS_REACT_ACT_ENVIRONMENT')
  setActing(false)
  const root = createRoot(place)
  try {
    root.render(<Screen name="一" />)
    await turns(20)
    expect(place.querySelector('.screen-loading')).not.toBeNull()
    requests[0]?.arrive()
    await turns(20)
    expect(place.textContent).toBe('订单 一')
  } finally {
    root.unmount()
    await turns(20)
    setActing(before)
  }
})

test('code that is here already is shown without a loading state', async () => {
  const { Screen, requests } = screenOf('模板')
  const loaded = Screen.preload()
  requests[0]?.arrive()
  await loaded
  render(<Screen name="二" />)
  expect(screen.getByText('模板 二')).toBeTruthy()
  expect(requests.length).toBe(1)
})

test('code that did not arrive is loaded again by 重试', async () => {
  const { Screen, requests } = screenOf('型号')
  vi.stubGlobal('__APP_VERSION__', '0.0.0')
  vi.stubGlobal('__BUILD_ID__', 'test')
  render(<Screen name="三" />)
  requests[0]?.fail(new Error('offline'))
  ;(await screen.findByRole('button', { name: '重试' })).click()
  await expect.poll(() => requests.length).toBe(2)
  requests[1]?.arrive()
  await screen.findByText('型号 三')
})
