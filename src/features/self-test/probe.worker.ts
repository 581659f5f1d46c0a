/** Echoes messages: proves that a worker from the plugin's own files starts. */
addEventListener('message', ({ data }: MessageEvent<unknown>) => postMessage(data))
