import { fireEvent, screen } from '@testing-library/dom'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { DigitsField } from './find-design'
import { act, cleanup, render } from './test/render'

afterEach(cleanup)

function Form() {
  const [digits, setDigits] = useState('')
  return <DigitsField value={digits} onChange={setDigits} />
}

test.each([
  ['0427', '0427'],
  ['尾号 0427', '0427'],
  ['13800000427', '0427'],
  ['+86 138-0000-0427', '0427'],
  ['０４２７', '0427'],
  ['04', '04'],
  ['没有', ''],
])('of %j the field keeps %j', (typed, kept) => {
  render(<Form />)
  const field = screen.getByLabelText('手机号后 4 位') as HTMLInputElement
  void act(() => fireEvent.input(field, { target: { value: typed } }))
  expect(field.value).toBe(kept)
})
