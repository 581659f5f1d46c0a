/** Whether the server is being maintained: then everything can be read, and nothing changed. Each of its answers says so. */
import { proxy } from 'valtio'

/** `words`: the operator's message to sellers during maintenance; null otherwise. */
export const maintenance = proxy<{ words: string | null }>({ words: null })

/** Adopts what an answer says. @param header value of its maintenance header, if any. */
export function adoptMaintenance(header: string | undefined): void {
  const words = header === undefined ? null : decoded(header)
  if (maintenance.words !== words) maintenance.words = words
}

function decoded(header: string): string {
  try {
    return decodeURIComponent(header)
  } catch {
    // A proxy may have changed it.
    return header
  }
}
