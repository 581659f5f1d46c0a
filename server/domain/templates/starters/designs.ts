/** The starter templates as layers on a canvas of any size, with those that buyers are asked for. Pure. */
import type { StarterKey } from '../../../../contract/constants'
import { badge, eveningHills, frame, type Size, scrim, stickerPattern, sunPaper } from './art'

interface Box extends Size {
  readonly left: number
  readonly top: number
}

interface Named {
  readonly name: string
  /** Whether buyers change it: a photo that they replace, a text that they write. The rest is locked. */
  readonly isAsked?: true
}

export interface StarterPicture extends Named {
  readonly kind: 'picture' | 'background'
  readonly svg: string
  readonly box: Box
}

export interface StarterText extends Named {
  readonly kind: 'text'
  readonly text: string
  readonly color: string
  /** Canvas px per em. */
  readonly em: number
  /** em */
  readonly letterSpacing: number
  readonly centre: { readonly x: number; readonly y: number }
}

export type StarterLayer = StarterPicture | StarterText

interface Starter {
  readonly name: string
  /** Layers from the bottom to the top. The camera is somewhere in the upper third: nothing that has to be seen lies there. */
  readonly layers: (canvas: Size) => readonly StarterLayer[]
}

const whole = ({ width, height }: Size): Box => ({ left: 0, top: 0, width, height })

const background = (name: string, canvas: Size, draw: (size: Size) => string): StarterPicture => ({
  kind: 'background',
  name,
  svg: draw(canvas),
  box: whole(canvas),
})

function minimal(canvas: Size): readonly StarterLayer[] {
  const { width, height } = canvas
  const centred = (share: number) => ({ x: width / 2, y: height * share })
  return [
    background('日出', canvas, sunPaper),
    {
      ...{ kind: 'text', name: '名字', text: '小满', color: '#4a3428', em: width * 0.15, letterSpacing: 0.12 },
      centre: centred(0.735),
      isAsked: true,
    },
    {
      ...{ kind: 'text', name: '日期', text: '2026.05.20', color: '#a87452', em: width * 0.052, letterSpacing: 0.16 },
      centre: centred(0.805),
      isAsked: true,
    },
  ]
}

function photo(canvas: Size): readonly StarterLayer[] {
  const { width, height } = canvas
  const inset = width * 0.06
  const inner = { width: width - 2 * inset, height: height - 2 * inset }
  const shade = { width, height: height * 0.4 }
  return [
    { kind: 'picture', name: '照片', svg: eveningHills(canvas), box: whole(canvas), isAsked: true },
    { kind: 'picture', name: '渐暗', svg: scrim(shade), box: { left: 0, top: height - shade.height, ...shade } },
    { kind: 'picture', name: '细框', svg: frame(inner, width * 0.07, width * 0.006), box: { left: inset, top: inset, ...inner } },
    {
      ...{ kind: 'text', name: '一句话', text: '晚风吹过山', color: '#ffffff', em: width * 0.105, letterSpacing: 0.06 },
      centre: { x: width / 2, y: height * 0.855 },
      isAsked: true,
    },
    {
      ...{ kind: 'text', name: '日期', text: '2026.08', color: '#ffe3c2', em: width * 0.05, letterSpacing: 0.2 },
      centre: { x: width / 2, y: height * 0.912 },
      isAsked: true,
    },
  ]
}

function stickers(canvas: Size): readonly StarterLayer[] {
  const { width, height } = canvas
  const side = width * 0.62
  const centre = { x: width / 2, y: height * 0.6 }
  return [
    background('贴纸', canvas, stickerPattern),
    {
      ...{ kind: 'picture', name: '徽章', svg: badge({ width: side, height: side }) },
      box: { left: centre.x - side / 2, top: centre.y - side / 2, width: side, height: side },
    },
    {
      ...{ kind: 'text', name: '首字母', text: 'LY', color: '#ff6f61', em: side * 0.36, letterSpacing: 0.04 },
      centre: { x: centre.x, y: centre.y - side * 0.045 },
      isAsked: true,
    },
    {
      ...{ kind: 'text', name: '小字', text: '每天都开心', color: '#8f7df0', em: side * 0.088, letterSpacing: 0.14 },
      centre: { x: centre.x, y: centre.y + side * 0.225 },
      isAsked: true,
    },
  ]
}

export const starters: Readonly<Record<StarterKey, Starter>> = {
  name: { name: '极简姓名', layers: minimal },
  photo: { name: '整版照片', layers: photo },
  stickers: { name: '贴纸首字母', layers: stickers },
}
