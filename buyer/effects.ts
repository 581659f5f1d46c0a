/**
 * Lets effects run right after what they follow from, as React does after a press, and not after the next frame as Preact does: the next
 * event may come before that frame, and would meet the listeners and values of the render before.
 */
import { options } from 'preact'

options.requestAnimationFrame = (callback) => queueMicrotask(callback)
