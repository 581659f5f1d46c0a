import { fireEvent, render, screen } from '@testing-library/react'
import { act } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { templateRow } from '../../contract/test/templates'
import { setCaseView } from './case-view'
import { CaseViewSwitch } from './case-view-switch'
import { TemplatePicture } from './template-picture'

beforeEach(() => {
  localStorage.clear()
  act(() => setCaseView('case'))
})

const thumbnail = { url: '/files/flat.png', width: 287, height: 600 }
const casePicture = { url: '/files/case/1-a.webp', width: 480, height: 640, ready: true }
const sources = () => [...document.querySelectorAll('img')].map((picture) => picture.getAttribute('src'))
const pictureAt = (src: string) => {
  const found = [...document.querySelectorAll('img')].find((picture) => picture.getAttribute('src') === src)
  if (!found) throw new Error(`no picture ${src}`)
  return found
}

test('a case that is drawn already is shown alone', () => {
  render(<TemplatePicture template={templateRow({ thumbnail, casePicture })} />)
  expect(sources()).toEqual(['/files/case/1-a.webp'])
})

test('while a case is drawn for the first time, the flat picture is in its place; then it is covered', () => {
  render(<TemplatePicture template={templateRow({ thumbnail, casePicture: { ...casePicture, ready: false } })} />)
  expect(sources()).toEqual(['/files/flat.png'])
  fireEvent.load(pictureAt('/files/flat.png'))
  expect(sources()).toEqual(['/files/flat.png', '/files/case/1-a.webp'])
  fireEvent.load(pictureAt('/files/case/1-a.webp'))
  expect(sources()).toEqual(['/files/case/1-a.webp'])
})

test('a case that cannot be drawn leaves the flat picture', () => {
  render(<TemplatePicture template={templateRow({ thumbnail, casePicture })} />)
  fireEvent.error(pictureAt('/files/case/1-a.webp'))
  expect(sources()).toEqual(['/files/flat.png'])
})

test('a phone without a wireframe is named as the reason for the flat picture', () => {
  render(<TemplatePicture template={templateRow({ thumbnail })} />)
  expect(sources()).toEqual(['/files/flat.png'])
  expect(screen.getByText('预览机型没有线框图，这是平面图')).toBeTruthy()
})

test('平面图 shows all templates flat, and is remembered', () => {
  render(
    <>
      <CaseViewSwitch />
      <TemplatePicture template={templateRow({ thumbnail, casePicture })} />
    </>,
  )
  fireEvent.click(screen.getByRole('radio', { name: '平面图' }))
  expect(sources()).toEqual(['/files/flat.png'])
  expect(localStorage.getItem('kejiang.templateView')).toBe('flat')
  expect(screen.queryByText('预览机型没有线框图，这是平面图')).toBeNull()
})
