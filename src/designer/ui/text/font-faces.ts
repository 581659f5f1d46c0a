/** Loads shop fonts as fonts of the page, for editing in place only; drawn text consists of outlines. */

export interface FontFaces {
  /** Returns the CSS font family once it can be used; rejects when the file is no font or cannot be loaded. */
  family(url: string): Promise<string>
  dispose(): void
}

export function createFontFaces(bytes: (url: string) => Promise<ArrayBuffer>): FontFaces {
  const faces = new Map<string, Promise<FontFace>>()
  let disposed = false

  const load = async (url: string, name: string): Promise<FontFace> => {
    const face = await new FontFace(name, await bytes(url)).load()
    if (!disposed) document.fonts.add(face)
    return face
  }

  return {
    async family(url) {
      let face = faces.get(url)
      if (!face) {
        face = load(url, `designer-font-${faces.size + 1}`)
        faces.set(url, face)
        // A file that failed to load may load the next time.
        face.catch(() => faces.delete(url))
      }
      return (await face).family
    },
    dispose() {
      disposed = true
      for (const face of faces.values()) {
        face.then(
          (loaded) => document.fonts.delete(loaded),
          () => undefined,
        )
      }
      faces.clear()
    },
  }
}
