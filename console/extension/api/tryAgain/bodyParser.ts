import express from 'express';

export default express.urlencoded({ inflate: false, extended: false });
