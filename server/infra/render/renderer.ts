/** The renderer of the server: its work is done in the picture processes. */
import type { TemplateLayer } from '../../../contract/types'
import { shapeSvg } from '../../../design/model/shape'
import { Failure } from '../../kernel/failure'
import type { OutlinedText, PictureComparison, Renderer, RenderInput, TextFont, TextOutline } from '../../ports/renderer'
import type { Run, Work } from '../content/work'
import type { DrawableDesign } from './draw-design'
import { readOwnFont } from './own-font'
import { placeText } from './place-text'

/** Work without bytes of its own. */
const none = Buffer.alloc(0)

/** Most texts of one piece of work: so many pictures of the most detailed fonts fit into the memory of a process. */
const textsAtOnce = 40

export function createRenderer(run: Run): Renderer {
  async function outlineTexts({ owner, readFont }: TextFont, texts: readonly OutlinedText[]): Promise<readonly TextOutline[]> {
    const parts = Array.from({ length: Math.ceil(texts.length / textsAtOnce) }, (_, at) =>
      texts.slice(at * textsAtOnce, (at + 1) * textsAtOnce),
    )
    const work = async (part: readonly OutlinedText[]): Promise<Work> => ({ kind: 'texts', bytes: await readFont(), texts: part })
    return (await Promise.all(parts.map((part) => run(owner, () => work(part)) as Promise<readonly TextOutline[]>))).flat()
  }
  return {
    render: (input) =>
      run(
        input.owner,
        async (): Promise<Work> => ({ kind: 'design', bytes: none, design: await drawable(input) }),
      ) as Promise<Buffer>,
    async renderShown(input, on) {
      const work = async (): Promise<Work> => ({ kind: 'shown', bytes: none, design: await drawable(input), on })
      const [print, effect] = ((await run(input.owner, work)) as readonly Uint8Array[]).map((bytes) => Buffer.from(bytes))
      if (!print) throw new Error('a picture process returned no print')
      return { print, effect: effect ?? null }
    },
    drawOwn: (svg, dpi, owner) => run(owner, async () => ({ kind: 'own', bytes: Buffer.from(svg), dpi })) as Promise<Buffer>,
    drawMockup: ({ owner, ...input }) => run(owner, async () => ({ kind: 'mockup', bytes: none, input })) as Promise<Buffer>,
    async drawListing(input) {
      const { owner, readPicture: _, ...facts } = input
      const drawn = (await run(owner, async () => ({
        kind: 'listing',
        bytes: none,
        input: { ...facts, pictures: await readPictures(input) },
      }))) as readonly Uint8Array[]
      return drawn.map((bytes) => Buffer.from(bytes))
    },
    async outlineText({ owner, readFont, ...text }) {
      const [outline] = await outlineTexts({ owner, readFont }, [text])
      if (!outline) throw new Error('a picture process returned no outline')
      return outline
    },
    outlineTexts,
    placeText,
    drawShape: shapeSvg,
    ownFont: readOwnFont,
    compare: async (old, now, owner) => {
      const found = (await run(owner, async () => ({ kind: 'compare', bytes: now, old }))) as PictureComparison
      // Messages between processes turn buffers into plain byte arrays.
      return {
        ...found,
        oldPicture: Buffer.from(found.oldPicture),
        newPicture: Buffer.from(found.newPicture),
        differencePicture: Buffer.from(found.differencePicture),
      }
    },
  }
}

const drawable = async <L extends TemplateLayer>(input: RenderInput<L>): Promise<DrawableDesign> => {
  const { canvas, layers, print } = input
  return { canvas, layers, print, pictures: await readPictures(input) }
}

/** Reads the pictures of the visible layers, each file once. */
async function readPictures<L extends TemplateLayer>({
  layers,
  readPicture,
}: Pick<RenderInput<L>, 'layers' | 'readPicture'>): Promise<Map<string, Buffer>> {
  const read = new Map<number, Promise<Buffer>>()
  const visible = layers.filter(({ hidden }) => !hidden)
  const pictures = await Promise.all(
    visible.map(async (layer) => {
      const bytes = read.get(layer.imageFileId) ?? readPicture(layer)
      read.set(layer.imageFileId, bytes)
      try {
        return [layer.uuid, await bytes] as const
      } catch (error) {
        if (error instanceof Failure) throw new Failure(error.code, `图层「${layer.name ?? ''}」的图片：${error.message}`)
        throw error
      }
    }),
  )
  return new Map(pictures)
}
