// Preloaded into a server that runs in a process group of its own: if its parent is killed without a chance to pass the
// signal on, the channel closes and the server must not stay behind.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
