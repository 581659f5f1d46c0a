/**
 * Revokes the object URL of a picture after all image elements that have begun to load it are done. Revoking at once fails their
 * loads (`ERR_FILE_NOT_FOUND`): an element that has just been replaced or removed goes on loading. A picture of the same address
 * joins a load under way, so its end is theirs too, and costs nothing if the picture has been loaded already.
 */
export function revokeOnceLoaded(url: string): void {
  const image = new Image()
  const revoke = () => URL.revokeObjectURL(url)
  image.onload = revoke
  image.onerror = revoke
  image.src = url
}
