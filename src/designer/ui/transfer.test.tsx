/** Drops and pastes of other programs, one line a kind, and the files that the designer takes from each. */
import { describe, expect, test } from 'vitest'
import type { LocalFile } from '../../../adapters/platform'
import { distinctPictures, readTransfer, withPictures } from './transfer'

const file = (name: string, type: string, content = name): LocalFile => ({ name, blob: new Blob([content], { type }) })
const none = { html: '', uriList: '', text: '' }
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
const picture = 'https://img.alicdn.com/imgextra/i1/a.jpg_.webp'

const addresses = [
  ['a picture of a page', { html: `<meta charset="utf-8"><img src="${picture}" alt="">`, uriList: picture }, [picture]],
  [
    'a picture in a link',
    { html: `<a href="https://item.taobao.com/1"><img src="${picture}"></a>`, uriList: 'https://item.taobao.com/1' },
    [picture],
  ],
  ['an address without a scheme', { html: '<img src="//img.alicdn.com/imgextra/i1/a.jpg_.webp">' }, [picture]],
  ['a picture that its page loads later', { html: `<img src="//assets.alicdn.com/s.gif" data-src="${picture}">` }, [picture]],
  [
    'a picture that Taobao loads later',
    { html: `<img data-ks-lazyload="${picture}" src="data:image/gif;base64,R0lGOD">` },
    [picture],
  ],
  ['a picture in several sizes', { html: `<img srcset="https://a.cn/1.jpg 1x, ${picture} 2x">` }, [picture]],
  [
    'several pictures, one of them twice',
    { html: `<img src="https://a.cn/1.jpg"><p><img src="${picture}"><img src="${picture}">` },
    ['https://a.cn/1.jpg', picture],
  ],
  [
    'a picture inside its own address',
    { html: '<img src="data:image/png;base64,iVBORw0KGgo=">' },
    ['data:image/png;base64,iVBORw0KGgo='],
  ],
  ['a picture that a page made', { html: '<img src="blob:https://a.cn/1-2">' }, ['blob:https://a.cn/1-2']],
  [
    'a picture in the folder of a program',
    { html: '<img src="file:///C:/Users/a/clip_image001.png">' },
    ['file:///C:/Users/a/clip_image001.png'],
  ],
  ['only an address', { uriList: `# a comment\r\n${picture}\r\n` }, [picture]],
  ['an address as text', { text: ' https://a.cn/b.png?x=1 ' }, ['https://a.cn/b.png?x=1']],
  ['a picture of which only its page knows the address', { html: '<img src="/a.png">' }, []],
  ['a selection without pictures', { html: '<p>夏天</p>', text: '夏天' }, []],
  ['text', { text: '夏天的风' }, []],
  ['text with an address in it', { text: '看 https://a.cn/b.png' }, []],
  ['nothing', {}, []],
] as const

describe('what is dropped or pasted', () => {
  test.each(addresses)('%s', (_what, texts, expected) => {
    expect(withPictures([], { ...none, ...texts })).toEqual({ files: [], addresses: expected })
  })

  test.each([
    svg,
    `<?xml version="1.0"?>\n<!-- Figma -->\n${svg}`,
    `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x">${svg}`,
    '<svg:svg xmlns:svg="http://www.w3.org/2000/svg"/>',
  ])('the text %j is a drawing', async (text) => {
    const { files } = withPictures([], { ...none, text })
    expect(files.map(({ name, blob }) => [name, blob.type])).toEqual([['粘贴的图形.svg', 'image/svg+xml']])
    expect(await files[0]?.blob.text()).toBe(text)
  })

  test('a file comes before the page and the address that programs add to it', () => {
    const transfer = {
      files: [new File(['png'], 'image.png', { type: 'image/png' })] as unknown as FileList,
      getData: (type: string) => (type === 'text/html' ? `<img src="${picture}">` : picture),
    }
    const found = readTransfer(transfer)
    expect([found.files.map(({ name }) => name), found.addresses]).toEqual([['image.png'], []])
  })

  test.each([
    ['a picture and a drawing of it', [file('image.png', 'image/png'), file('image.svg', 'image/svg+xml')], ['image.svg']],
    ['the same from the menu', [file('贴', 'image/svg+xml', 'a'), file('贴', 'image/png', 'b')], ['贴']],
    ['the same file twice', [file('a.png', 'image/png', 'x'), file('b.png', 'image/png', 'x')], ['a.png']],
    ['two pictures', [file('a.png', 'image/png'), file('b.png', 'image/png')], ['a.png', 'b.png']],
    ['two files of a folder in two formats', [file('a.png', 'image/png'), file('a.svg', 'image/svg+xml')], ['a.png', 'a.svg']],
    ['a JPG and a GIF of one picture', [file('image.jpg', 'image/jpeg'), file('image.png', 'image/png')], ['image.png']],
  ] as const)('%s', async (_what, files, expected) => {
    expect((await distinctPictures(files, '贴')).map(({ name }) => name)).toEqual(expected)
  })
})
