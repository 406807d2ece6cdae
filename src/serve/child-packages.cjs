// Plain CommonJS, so that esbuild puts the packages into the child's file, and each is loaded when it is needed first.
exports.packages = {
  express: () => require('express'),
  pg: () => require('pg'),
  undici: () => require('undici'),
};
